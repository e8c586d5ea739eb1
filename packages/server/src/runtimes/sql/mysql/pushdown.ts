import { readDate, writeDate } from "../../read-date.ts";
import { readList } from "../../read-list.ts";
import type { Column, Pushdown } from "../dialect.ts";
import { positives } from "../positives.ts";
import { bindValue } from "./bind-value.ts";
import { decimalTypes, instantTypes, integerTypes, textTypes } from "./column-types.ts";
import { quoteName } from "./quote-name.ts";
import { writeForNullTest } from "./write-for-null-test.ts";

type Bind = (value: unknown) => string;

const orderings: Record<string, string> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };
/** Decimals have at most 65 digits. */
const plainNumber = /^-?\d{1,30}(?:\.\d{1,30})?$/;
/** A double holds any number of so many digits. */
const maxDoubleDigits = 15;
/** How many values of a list are sent to the database. The gateway looks through longer lists itself, see `maxPlaceholders`. */
const maxListed = 1_000;
const ascii = /^[\x20-\x7e]*$/;
/** Longer texts are sorted by their beginning only. */
const sortedTexts: ReadonlySet<string> = new Set(["char", "varchar", "enum"]);

/** The conditions of decisions D32 that MySQL and MariaDB decide exactly as the gateway does. */
export const pushdown: Pushdown = {
  isNumber: ({ baseType }) => isOrdered(baseType) || baseType === "bit" || baseType === "float",
  condition(column, operator, value, bind) {
    const { baseType, name } = column;
    if (operator === "isNull" || operator === "isNotNull") {
      // JSON has a null of its own.
      return baseType === "json"
        ? null
        : `${writeForNullTest(quoteName(name), column)} IS ${operator === "isNull" ? "" : "NOT "}NULL`;
    }
    const positive = positives[operator];
    if (positive !== undefined) {
      const condition = this.condition(column, positive, value, bind);
      return condition === null ? null : `NOT COALESCE((${condition}), FALSE)`;
    }
    if (isOrdered(baseType)) {
      return compareNumber(column, operator, value, bind);
    }
    if (textTypes.has(baseType)) {
      return compareText(name, operator, value, bind);
    }
    return baseType === "date" || instantTypes.has(baseType)
      ? compareTime(column, operator, value, bind)
      : null;
  },
  order({ baseType, name }, direction) {
    const quoted = quoteName(name);
    const isText = sortedTexts.has(baseType);
    const isPlain = isOrdered(baseType) || baseType === "date" || instantTypes.has(baseType);
    return isText || isPlain
      ? `${quoted} IS NULL, ${isText ? writeBytes(quoted) : quoted} ${direction === 1 ? "ASC" : "DESC"}`
      : null;
  },
};

/** Not `float`: callers see its shortest text, which SQL cannot write. Not `bit`, which is a text of bytes to the database. */
const isOrdered = (baseType: string): boolean =>
  baseType !== "bit" && (integerTypes.has(baseType) || decimalTypes.has(baseType) || baseType === "double");

/** A text in UTF-8. Comparing bytes depends on no collation, and their order is the order of code points. */
const writeBytes = (text: string): string => `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;

function compareNumber(column: Column, operator: string, value: string, bind: Bind): string | null {
  const name = quoteName(column.name);
  const isPlain = (text: string) =>
    plainNumber.test(text) &&
    (column.baseType !== "double" || text.replace(/\D/g, "").length <= maxDoubleDigits);
  if (operator === "in") {
    const entries = readList(value);
    if (entries.length > maxListed || !entries.every(isPlain)) {
      return null;
    }
    const list = entries.map((entry) => bind(bindValue(entry, column)));
    return list.length === 0 ? "FALSE" : `${name} IN (${list.join(", ")})`;
  }
  const sign = operator === "eq" ? "=" : orderings[operator];
  return sign !== undefined && isPlain(value) ? `${name} ${sign} ${bind(bindValue(value, column))}` : null;
}

function compareText(columnName: string, operator: string, value: string, bind: Bind): string | null {
  const column = quoteName(columnName);
  const bytes = writeBytes(column);
  const bindBytes = (text: string) => bind(Buffer.from(text));
  // Two texts that are dates are compared as dates.
  const isPlain = (text: string) => readDate(text) === null && text.isWellFormed();
  if (operator === "in") {
    const entries = readList(value);
    if (entries.length > maxListed || !entries.every(isPlain)) {
      return null;
    }
    return entries.length === 0 ? "FALSE" : `${bytes} IN (${entries.map(bindBytes).join(", ")})`;
  }
  if (operator === "eq") {
    // A comparison by the column's collation can use an index. Of another character set it refuses characters that the set lacks.
    const indexed = ascii.test(value) ? `${column} = ${bind(value)} AND ` : "";
    return isPlain(value) ? `${indexed}${bytes} = ${bindBytes(value)}` : null;
  }
  // Case and order of other characters are not the same everywhere.
  if (!ascii.test(value)) {
    return null;
  }
  const sign = orderings[operator];
  if (sign !== undefined) {
    return isPlain(value) ? `${bytes} ${sign} ${bindBytes(value)}` : null;
  }
  // İ and the Kelvin sign are the only other characters whose lower case has a Latin letter in it.
  const replaced = `REPLACE(REPLACE(CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_bin, _utf8mb4 X'C4B0', _utf8mb4 X'69CC87'), _utf8mb4 X'E284AA', _utf8mb4 X'6B')`;
  const folded = `CAST(LOWER(${replaced}) AS BINARY)`;
  const wanted = value.toLowerCase();
  switch (operator) {
    case "contains":
      return `LOCATE(${bindBytes(wanted)}, ${folded}) > 0`;
    case "startsWith":
      return `LEFT(${folded}, ${wanted.length}) = ${bindBytes(wanted)}`;
    case "endsWith":
      return `RIGHT(${folded}, ${wanted.length}) = ${bindBytes(wanted)}`;
    default:
      return null;
  }
}

function compareTime({ name, baseType }: Column, operator: string, value: string, bind: Bind): string | null {
  const at = readDate(value);
  const sign = operator === "eq" ? "=" : orderings[operator];
  if (at === null || sign === undefined || (baseType === "date" && !/^\d{4}-\d{2}-\d{2}$/.test(value))) {
    return null;
  }
  const time = baseType === "date" ? value : writeTime(at);
  // Of a year that the database does not have, it makes null, which compares with nothing.
  return /^(?!0000)\d{4}-/.test(time)
    ? `${quoteName(name)} ${sign} CAST(${bind(time)} AS ${baseType === "date" ? "DATE" : "DATETIME(6)"})`
    : null;
}

/** A `datetime` has no zone; the gateway reads it as one of UTC, too, which is the session's zone. */
const writeTime = (at: bigint): string => writeDate(at).slice(0, -1).replace("T", " ");
