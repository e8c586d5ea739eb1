import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";
import { OutageLog } from "./outage-log.ts";

test("a failure that lasts is logged when it begins and once a minute, and so is its end", () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ level: "info", isTerminal: false, destination });
  let now = 0;
  const outage = new OutageLog(log, { failing: "does not work", working: "works again" }, () => now);
  const readNew = () => lines.splice(0).map((line) => JSON.parse(line));

  outage.noteSuccess();
  expect(readNew()).toEqual([]);
  outage.noteFailure(new Error("first"), { records: 3 });
  for (now = 200; now < 60_000; now += 200) {
    outage.noteFailure(new Error("later"));
  }
  expect(readNew()).toMatchObject([
    { level: "warn", msg: "does not work", records: 3, err: { message: "first" } },
  ]);
  outage.noteFailure(new Error("after a minute"));
  expect(readNew()).toMatchObject([{ msg: "does not work", err: { message: "after a minute" } }]);
  outage.noteSuccess();
  outage.noteSuccess();
  expect(readNew()).toMatchObject([{ level: "info", msg: "works again" }]);
  outage.noteFailure(new Error("anew"));
  expect(readNew()).toMatchObject([{ err: { message: "anew" } }]);
});
