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

/** The heading of the CSV of records (RFC 4180). */
export const csvHeading = `${columns.join(",")}\r\n`;

/** Writes a record as a line of CSV. */
export const writeCsvLine = (record: ExecutionSummary): string =>
  `${columns.map((name) => writeCell(record[name])).join(",")}\r\n`;

function writeCell(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  // A spreadsheet would run a text that begins like a formula.
  const safe = typeof value === "string" && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
