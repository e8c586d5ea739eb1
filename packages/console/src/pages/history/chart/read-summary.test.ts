import type { HistorySummary } from "@bowline/sdk";
import { expect, test } from "vitest";
import { readInterval, readSummary } from "./read-summary.ts";

const times = { p50: 10, p95: 20 };
const [first, second] = ["2026-03-01T10:00:00.000Z", "2026-03-01T11:00:00.000Z"];
const summary: HistorySummary = {
  from: first,
  to: "2026-03-01T12:00:00.000Z",
  interval: "1h",
  count: 10,
  failures: 3,
  ...times,
  buckets: [
    { start: first, count: 6, failures: 1, ...times },
    { start: second, count: 4, failures: 2, ...times },
  ],
  groups: [
    { key: null, name: null, isOther: false, count: 7, failures: 0, ...times, buckets: [] },
    {
      key: "timeout",
      name: null,
      isOther: false,
      count: 3,
      failures: 3,
      ...times,
      buckets: [
        { start: first, count: 1, failures: 1, ...times },
        { start: second, count: 2, failures: 2, ...times },
      ],
    },
  ],
};

test("calls are split into successful ones and kinds of failures", () => {
  const { parts, buckets } = readSummary(summary, "kind", ({ key }) => `Kind ${key}`);
  expect(parts.map(({ label, total }) => [label, total])).toEqual([
    ["Succeeded", 7],
    ["Kind timeout", 3],
  ]);
  const [ok = "", timeout = ""] = parts.map(({ key }) => key);
  expect(buckets.map(({ counts }) => [counts[ok], counts[timeout]])).toEqual([
    [5, 1],
    [2, 2],
  ]);
  expect(buckets[0]?.end).toBe(buckets[1]?.start);
});

test("without groups calls are successful or failed", () => {
  const { parts, buckets } = readSummary({ ...summary, groups: [] }, null, ({ key }) => String(key));
  expect(parts.map(({ label, total }) => [label, total])).toEqual([
    ["Succeeded", 7],
    ["Failed", 3],
  ]);
  expect(buckets[1]?.counts).toEqual({ ok: 2, failed: 2 });
});

test("a bucket's length is read", () => {
  expect([readInterval("1m"), readInterval("12h"), readInterval("7d")]).toEqual([
    60_000, 43_200_000, 604_800_000,
  ]);
});
