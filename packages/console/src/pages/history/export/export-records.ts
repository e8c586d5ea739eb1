import type { ExecutionSummary } from "@bowline/sdk";
import { csvHeading, writeCsvLine } from "./write-csv.ts";

export type ExportFormat = "csv" | "json";

/** The most records in one file. */
export const exportLimit = 50_000;
/** After so many records the page may do other work. */
const recordsPerTurn = 250;

/** A file to save. */
export interface ExportedFile {
  name: string;
  type: string;
  /** Its text, in parts. */
  parts: string[];
  count: number;
  /** True: there are older records that are not in the file. */
  isLimited: boolean;
}

export interface ExportOptions {
  format: ExportFormat;
  /** The time that was asked for; undefined: as far as there are records. */
  from?: string | undefined;
  to?: string | undefined;
  /** Default: 50,000. */
  limit?: number;
  signal: AbortSignal;
  /** How many records are written. */
  report(count: number): void;
}

/**
 * Writes records, newest first, to a file that is named by their time. Gives way to the page again and again.
 *
 * @throws the signal's reason when it is canceled, and what the records throw
 */
export async function exportRecords(
  records: AsyncIterable<ExecutionSummary>,
  { format, from, to, limit = exportLimit, signal, report }: ExportOptions,
): Promise<ExportedFile> {
  const parts = [format === "csv" ? csvHeading : "["];
  let lines: string[] = [];
  let count = 0;
  let isLimited = false;
  let newest: string | undefined;
  let oldest: string | undefined;
  for await (const record of records) {
    if (count === limit) {
      isLimited = true;
      break;
    }
    lines.push(
      format === "csv" ? writeCsvLine(record) : `${count === 0 ? "" : ","}\n${JSON.stringify(record)}`,
    );
    newest ??= record.createdDate;
    oldest = record.createdDate;
    count++;
    if (lines.length === recordsPerTurn) {
      parts.push(lines.join(""));
      lines = [];
      report(count);
      await giveWay();
      signal.throwIfAborted();
    }
  }
  parts.push(lines.join(""), format === "csv" ? "" : "\n]\n");
  return {
    name: `history${nameTime(isLimited ? oldest : (from ?? oldest))}${nameTime(to ?? newest)}.${format}`,
    type: format === "csv" ? "text/csv" : "application/json",
    parts,
    count,
    isLimited,
  };
}

const giveWay = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Names a time to the second, in characters that every file system takes. */
const nameTime = (time: string | undefined): string =>
  time === undefined ? "" : `_${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
