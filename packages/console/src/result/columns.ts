import { isObject } from "../form/json-schema.ts";

export interface ResultColumn {
  /** The member's name. Empty for plain values, and for a member without a name. */
  name: string;
  /** Width in characters. */
  width: number;
}

/** How many rows are read to find the columns. */
const sampleSize = 100;
const shownAtFirst = 8;
const widest = 44;
const narrowest = 6;

/** Members that say the most of a record, in this order. */
const telling = /^(id|number|key|slug|name|title|label|subject|summary|status|state|type|email|login)$/i;

/** Lists the columns of a list of results, in the order of the records' members. */
export function listColumns(rows: readonly unknown[]): ResultColumn[] {
  const widths = new Map<string, number>();
  for (const row of rows.slice(0, sampleSize)) {
    const members = isObject(row) ? Object.entries(row) : [["", row] as const];
    for (const [name, value] of members) {
      const width = Math.min(Math.max(showCell(value).length, name.length), widest);
      widths.set(name, Math.max(widths.get(name) ?? narrowest, width));
    }
  }
  return Array.from(widths, ([name, width]) => ({ name, width }));
}

/** Chooses the columns to show at first: those that tell most, then plain values. */
export function chooseColumns(columns: ResultColumn[], rows: readonly unknown[]): string[] {
  const sample = rows.slice(0, sampleSize).filter(isObject);
  const score = ({ name }: ResultColumn): number => {
    const values = sample.map((row) => row[name]).filter((value) => value !== undefined && value !== null);
    const isEmpty = values.length === 0;
    const isNested = values.some((value) => typeof value === "object");
    const isAddress = values.some((value) => typeof value === "string" && /^https?:/.test(value));
    return (telling.test(name) ? -4 : 0) + (isNested ? 2 : 0) + (isAddress ? 3 : 0) + (isEmpty ? 5 : 0);
  };
  const chosen = columns
    .map((column) => ({ name: column.name, score: score(column) }))
    .toSorted((first, second) => first.score - second.score)
    .slice(0, shownAtFirst)
    .map(({ name }) => name);
  return columns.map(({ name }) => name).filter((name) => chosen.includes(name));
}

const longestCell = 200;

/** Shows a value in one line. Of an object, its name if it has one. */
export function showCell(value: unknown): string {
  if (value === null || value === undefined) {
    return "";
  }
  if (typeof value === "object") {
    const named = isObject(value)
      ? [value.name, value.title, value.login, value.label, value.id].find(
          (each) => typeof each === "string" || typeof each === "number",
        )
      : undefined;
    return named === undefined ? JSON.stringify(value).slice(0, longestCell) : String(named);
  }
  const text = String(value);
  return text.length > longestCell ? `${text.slice(0, longestCell)}…` : text;
}

/** Reads a row's value in a column. A row that is no record has one value, in the column without a name. */
export function readCell(row: unknown, name: string): unknown {
  if (!isObject(row)) {
    return name === "" ? row : undefined;
  }
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

export const titleColumn = (name: string): string => (name === "" ? "value" : name);

/** Writes a list as CSV (RFC 4180), with all of its columns. A text that a spreadsheet would run as a formula gets an apostrophe. */
export function writeCsv(rows: readonly unknown[]): string {
  const names = [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [""])))];
  const cell = (value: unknown): string => {
    const text =
      value === null || value === undefined
        ? ""
        : typeof value === "object"
          ? JSON.stringify(value)
          : String(value);
    const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = rows.map((row) => names.map((name) => cell(readCell(row, name))).join(","));
  return `${[names.map((name) => cell(titleColumn(name))).join(","), ...lines].join("\r\n")}\r\n`;
}
