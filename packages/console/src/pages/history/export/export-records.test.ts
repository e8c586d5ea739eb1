import type { ExecutionSummary } from "@bowline/sdk";
import { expect, test } from "vitest";
import { exportRecords } from "./export-records.ts";

const newest = Date.parse("2026-11-22T10:00:00.500Z");
const make = (index: number, changes: Partial<ExecutionSummary> = {}): ExecutionSummary => ({
  historyId: 1000 - index,
  accountUserId: 1,
  apiKeyId: null,
  toolSlug: "desk_list",
  applicationSlug: "desk",
  connectionId: null,
  resolvedBy: "none",
  toolsetId: null,
  source: "api",
  isSuccess: true,
  failureKind: null,
  errorMessage: null,
  statusCode: 200,
  executionTime: -1.5,
  dataSize: 2,
  requestId: "r",
  createdDate: new Date(newest - index * 60_000).toISOString(),
  names: { member: "Ada", connection: null, toolset: null, apiKey: null },
  ...changes,
});

async function* list(records: ExecutionSummary[]): AsyncGenerator<ExecutionSummary> {
  yield* records;
}
const options = { signal: new AbortController().signal, report: () => undefined };
const many = Array.from({ length: 900 }, (_, index) => make(index));

test("no cell of the CSV is a formula, and each keeps its text", async () => {
  const messages = ["=1+1", "+1", "-1", "@a", "\t=1", "\n=1", "＝1", 'a "b", c', "two\r\nlines"];
  const records = messages.map((errorMessage, index) => make(index, { errorMessage }));
  const { parts } = await exportRecords(list(records), { ...options, format: "csv" });
  const text = parts.join("");
  expect(text).toMatch(/^historyId,createdDate,toolSlug,/);
  for (const cell of [",'=1+1,", ",'+1,", ",'-1,", ",'@a,", ",'\t=1,", ',"\'\n=1",', ",'＝1,"]) {
    expect(text).toContain(cell);
  }
  expect(text).toContain(',"a ""b"", c",200,-1.5,2,r\r\n');
  expect(text).toContain(',"two\r\nlines",');
});

test("the CSV has the names beside the ids, and no name is a formula", async () => {
  const names = { member: "Ada", connection: "=Desk", toolset: "Support, day", apiKey: null };
  const record = make(1, { connectionId: 7, toolsetId: "t", apiKeyId: 5, names });
  const { parts } = await exportRecords(list([record]), { ...options, format: "csv" });
  const [heading, line] = parts.join("").split("\r\n");
  expect(heading).toContain(
    ",connectionId,connectionName,toolsetId,toolsetName,accountUserId,memberName,apiKeyId,apiKeyName,",
  );
  expect(line).toContain(`,7,'=Desk,t,"Support, day",1,Ada,5,,api,`);
});

test("a file is named by the time that was asked for, or by that of its records", async () => {
  const named = async (times: { from?: string; to?: string; limit?: number }) =>
    (await exportRecords(list(many.slice(0, 3)), { ...options, ...times, format: "csv" })).name;
  expect(await named({})).toBe("history_20261122T095800Z_20261122T100000Z.csv");
  const asked = { from: "2026-11-01T00:00:00Z", to: "2026-11-23T00:00:00Z" };
  expect(await named(asked)).toBe("history_20261101T000000Z_20261123T000000Z.csv");
  // What is left out is not in the name.
  expect(await named({ ...asked, limit: 2 })).toBe("history_20261122T095900Z_20261123T000000Z.csv");
  expect((await exportRecords(list([]), { ...options, format: "json" })).name).toBe("history.json");
});

test("the file ends at the limit and says so, and JSON stays JSON", async () => {
  const counts: number[] = [];
  const report = (count: number) => counts.push(count);
  const limited = await exportRecords(list(many), { ...options, report, format: "json", limit: 600 });
  expect(limited).toMatchObject({ count: 600, isLimited: true, type: "application/json" });
  expect(JSON.parse(limited.parts.join(""))).toEqual(many.slice(0, 600));
  expect(counts).toEqual([250, 500]);
  const whole = await exportRecords(list(many), { ...options, format: "json", limit: 900 });
  expect(whole).toMatchObject({ count: 900, isLimited: false });
  expect(JSON.parse((await exportRecords(list([]), { ...options, format: "json" })).parts.join(""))).toEqual(
    [],
  );
});

test("an export that is canceled ends, and the page does other work meanwhile", async () => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort());
  const counts: number[] = [];
  const report = (count: number) => counts.push(count);
  const exported = exportRecords(list(many), { format: "csv", signal: controller.signal, report });
  await expect(exported).rejects.toThrow(/abort/i);
  clearTimeout(timer);
  expect(counts.length).toBeLessThan(3);
});
