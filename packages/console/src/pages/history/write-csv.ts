import type { ExecutionSummary } from "@bowline/sdk";

const columns = [
  "historyId",
  "createdDate",
  "toolSlug",
  "applicationSlug",
  "connectionId",
  "toolsetId",
  "accountUserId",
  "source",
  "isSuccess",
  "failureKind",
  "errorMessage",
  "statusCode",
  "executionTime",
  "dataSize",
  "requestId",
] as const satisfies (keyof ExecutionSummary)[];

/** Writes records as CSV (RFC 4180). */
export const writeCsv = (records: readonly ExecutionSummary[]): string =>
  [columns.join(","), ...records.map((record) => columns.map((name) => writeCell(record[name])).join(","))]
    .map((line) => `${line}\r\n`)
    .join("");

function writeCell(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  // A spreadsheet would run a text that begins like a formula.
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
