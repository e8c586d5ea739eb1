import { afterEach, expect, test } from "vitest";
import { noteServerTime, readServerTime } from "./server-clock.ts";

const respond = (date: string | null) => ({ headers: new Headers(date === null ? {} : { date }) });
const hourMs = 3_600_000;
const expectAhead = (ms: number) => expect(Math.abs(readServerTime() - Date.now() - ms)).toBeLessThan(5000);

afterEach(() => noteServerTime(respond(null)));

test("a wrong clock is corrected by the date of a response", () => {
  noteServerTime(respond(new Date(Date.now() + 48 * hourMs).toUTCString()));
  expectAhead(48 * hourMs);
  noteServerTime(respond(new Date(Date.now() - hourMs).toUTCString()));
  expectAhead(-hourMs);
});

test("the time that a response takes is no difference, and neither is a date that is absent", () => {
  noteServerTime(respond(new Date(Date.now() - 20_000).toUTCString()));
  expectAhead(0);
  noteServerTime(respond(new Date(Date.now() + hourMs).toUTCString()));
  noteServerTime(respond("not a date"));
  expectAhead(0);
  noteServerTime(respond(null));
  expectAhead(0);
});
