import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createLogger } from "../logger.ts";
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
    "the npm registry cannot be reached, so 1 built-in applications are missing; the server works with those that it has, and tries again later",
  ]);
});

test("quiet, it reports only what is missing", () => {
  const lines: string[] = [];
  const destination = new PassThrough();
  destination.on("data", (line) => lines.push(String(line)));
  const log = createLogger({ level: "info", isTerminal: false, destination });
  const report = reportProgress({ log, terminal: destination, now: () => 0, isQuiet: true });
  report.update({ phase: "download", done: 1, total: 3 });
  report.end({ outcome: "installed", applications: 3, tools: 9, failed: [], isRegistryReachable: true });
  expect(lines).toEqual([]);
  const failed = [{ slug: "shop", reason: "It lacks a server." }];
  report.end({ outcome: "installed", applications: 2, tools: 6, failed, isRegistryReachable: true });
  expect(lines).toHaveLength(1);
});
