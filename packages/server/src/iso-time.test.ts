import { expect, test } from "vitest";
import { isoTime } from "./iso-time.ts";

test("a time is written as Date writes it, whichever was asked for before", () => {
  for (const ms of [0, 1.9, 1, 1_795_790_823_123.4, 1_795_790_823_123, 1_795_790_823_124, -1.5, 0]) {
    expect(isoTime(ms)).toBe(new Date(Math.floor(ms)).toISOString());
  }
});
