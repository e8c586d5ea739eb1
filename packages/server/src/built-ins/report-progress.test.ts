import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createLogger, eraseLine } from "../log/logger.ts";
import { renderBar, reportProgress } from "./report-progress.ts";

test("a terminal shows a bar", () => {
  expect(renderBar({ phase: "build", done: 11, total: 44 })).toBe(
    `Building applications    [${"#".repeat(6)}${"-".repeat(18)}] 11/44`,
  );
});

test("without a terminal the log gets one line for each phase, and one about what is missing", () => {
  const lines: string[] = [];
  const destination = new PassThrough();
  destination.on("data", (line) => lines.push(JSON.parse(String(line)).msg));
  const log = createLogger({ level: "info", isTerminal: false, destination });
  const report = reportProgress({ log, terminal: null, now: () => 0, isQuiet: false });
  for (let done = 0; done <= 3; done++) {
    report.update({ phase: "download", done, total: 3 });
  }
  report.end({
    outcome: "unchanged",
    applications: 0,
    tools: 0,
    failed: [{ slug: "shop", reason: "The npm registry cannot be reached: none" }],
    isRegistryReachable: false,
  });
  expect(lines).toEqual([
    "downloading the built-in applications",
    "the npm registry cannot be reached, so the server lacks 1 of the built-in applications; the server works with those that it has, and tries again later",
  ]);
});

test("quiet, it reports only what is missing, and leaves nothing of the bar", () => {
  const lines: string[] = [];
  const drawn: string[] = [];
  const destination = new PassThrough();
  destination.on("data", (line) => lines.push(String(line)));
  const log = createLogger({ level: "info", isTerminal: false, destination });
  const terminal = { write: (text: string) => drawn.push(text) > 0 };
  const report = reportProgress({ log, terminal, now: () => 0, isQuiet: true });
  report.update({ phase: "download", done: 1, total: 3 });
  report.end({ outcome: "installed", applications: 3, tools: 9, failed: [], isRegistryReachable: true });
  expect(lines).toEqual([]);
  expect(readScreen(drawn)).toEqual([""]);
  const failed = [{ slug: "shop", reason: "It lacks a server." }];
  report.end({ outcome: "installed", applications: 2, tools: 6, failed, isRegistryReachable: true });
  expect(lines).toHaveLength(1);
});

test("a log line erases the bar, which is drawn again below it and fits the terminal", async () => {
  const drawn: string[] = [];
  const terminal = { columns: 40, write: (text: string) => drawn.push(text) > 0 };
  const destination = { write: (text: string) => void drawn.push(text) };
  const log = createLogger({ level: "info", isTerminal: true, destination, erasesBar: true });
  const report = reportProgress({ log, terminal, now: () => 0, isQuiet: false });
  report.update({ phase: "build", done: 11, total: 44 });
  const bar = renderBar({ phase: "build", done: 11, total: 44 }).slice(0, 39);
  expect(readScreen(drawn)).toEqual([bar]);
  log.warn("short");
  expect(readScreen(drawn)).toEqual([expect.stringMatching(/^[\d:]{8} warning: short$/), ""]);
  await expect.poll(() => readScreen(drawn).at(-1)).toBe(bar);
  report.close();
  expect(readScreen(drawn)).toEqual([expect.stringMatching(/short$/), ""]);
});

/** What a terminal shows of these texts. */
function readScreen(texts: readonly string[]): string[] {
  const lines = [""];
  let column = 0;
  for (const character of texts.join("").replaceAll(eraseLine, "\0")) {
    const line = lines.at(-1) ?? "";
    if (character === "\n") {
      lines.push("");
    } else if (character === "\0") {
      lines[lines.length - 1] = "";
    } else if (character !== "\r") {
      lines[lines.length - 1] = line.padEnd(column).slice(0, column) + character + line.slice(column + 1);
    }
    column = "\n\r".includes(character) ? 0 : column + Number(character !== "\0");
  }
  return lines;
}
