import type { ExecutionSummary } from "@bowline/sdk";

/** Every id has its name beside it. */
const columns = {
  historyId: (record) => record.historyId,
  createdDate: (record) => record.createdDate,
  toolSlug: (record) => record.toolSlug,
  applicationSlug: (record) => record.applicationSlug,
  connectionId: (record) => record.connectionId,
  connectionName: ({ names }) => names.connection,
  toolsetId: (record) => record.toolsetId,
  toolsetName: ({ names }) => names.toolset,
  accountUserId: (record) => record.accountUserId,
  memberName: ({ names }) => names.member,
  apiKeyId: (record) => record.apiKeyId,
  apiKeyName: ({ names }) => names.apiKey,
  source: (record) => record.source,
  isSuccess: (record) => record.isSuccess,
  failureKind: (record) => record.failureKind,
  errorMessage: (record) => record.errorMessage,
  statusCode: (record) => record.statusCode,
  executionTime: (record) => record.executionTime,
  dataSize: (record) => record.dataSize,
  requestId: (record) => record.requestId,
} satisfies Record<string, (record: ExecutionSummary) => string | number | boolean | null>;

/** The heading of the CSV of records (RFC 4180). */
export const csvHeading = `${Object.keys(columns).join(",")}\r\n`;

/** Writes a record as a line of CSV. */
export const writeCsvLine = (record: ExecutionSummary): string =>
  `${Object.values(columns)
    .map((read) => writeCell(read(record)))
    .join(",")}\r\n`;

function writeCell(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  // A spreadsheet would run a text that begins like a formula.
  const safe = typeof value === "string" && /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
