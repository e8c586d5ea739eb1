import { readDate, writeDate } from "../../read-date.ts";
import { readList } from "../../read-list.ts";
import type { Column, Pushdown } from "../dialect.ts";
import { positives } from "../positives.ts";
import { quoteName } from "../quote-name.ts";

type Bind = (value: unknown) => string;

const numbers = new Set(["int2", "int4", "int8", "numeric", "float4", "float8"]);
/** Texts, and types whose values are compared as their text. */
const texts = new Set(["text", "varchar", "uuid", "enum", "name", "citext"]);
const times = new Set(["date", "timestamp", "timestamptz"]);
const orderings: Record<string, string> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };
const plainNumber = /^-?\d{1,40}(?:\.\d{1,40})?$/;
/** Larger ones may not fit. */
const plainInteger = /^-?\d{1,18}$/;
/** A double holds any number of so many digits. */
const maxDoubleDigits = 15;
const ascii = /^[\x20-\x7e]*$/;

/** The conditions of decisions D32 that PostgreSQL decides exactly as the gateway does. */
export const pushdown: Pushdown = {
  isNumber: ({ baseType, isArray }) => !isArray && numbers.has(baseType),
  condition(column, operator, value, bind) {
    if (column.isArray) {
      return null;
    }
    const { baseType } = column;
    const isJson = baseType === "json" || baseType === "jsonb";
    if (operator === "isNull" || operator === "isNotNull") {
      // JSON has a null of its own.
      return isJson ? null : `${quoteName(column.name)} IS ${operator === "isNull" ? "" : "NOT "}NULL`;
    }
    const positive = positives[operator];
    if (positive !== undefined) {
      const condition = this.condition(column, positive, value, bind);
      return condition === null ? null : `NOT COALESCE(${condition}, false)`;
    }
    if (numbers.has(baseType)) {
      return compareNumber(column, operator, value, bind);
    }
    if (texts.has(baseType)) {
      return compareText(column, operator, value, bind);
    }
    if (baseType === "encoded") {
      return compareEncoded(column, operator, value, bind);
    }
    if (times.has(baseType)) {
      return compareTime(column, operator, value, bind);
    }
    const isTruth = value === "true" || value === "false";
    return baseType === "bool" && operator === "eq" && isTruth
      ? `${quoteName(column.name)} = ${value}`
      : null;
  },
  order({ baseType, isArray, name }, direction) {
    const quoted = quoteName(name);
    const way = direction === 1 ? "ASC" : "DESC";
    if (isArray) {
      return null;
    }
    if (texts.has(baseType)) {
      return `${plainText(baseType, quoted)} COLLATE "C" ${way} NULLS LAST`;
    }
    const isOrdered = numbers.has(baseType) || times.has(baseType) || baseType === "bool";
    return isOrdered ? `${quoted} ${way} NULLS LAST` : null;
  },
};

const plainText = (baseType: string, quoted: string): string =>
  baseType === "text" || baseType === "varchar" ? quoted : `${quoted}::text`;

function compareNumber(
  { name, baseType }: Column,
  operator: string,
  value: string,
  bind: Bind,
): string | null {
  const isFloat = baseType === "float4" || baseType === "float8";
  // The shortest text of a float4 is what callers see, not its value as a float8.
  const column = baseType === "float4" ? `${quoteName(name)}::text::float8` : quoteName(name);
  const isPlain = (text: string) =>
    plainNumber.test(text) && (!isFloat || text.replace(/\D/g, "").length <= maxDoubleDigits);
  const findType = (texts: readonly string[]) => {
    const isInteger = baseType.startsWith("int") && texts.every((text) => plainInteger.test(text));
    // Only an integer of the column's own kind uses an index.
    return isFloat ? "float8" : isInteger ? "int8" : "numeric";
  };
  if (operator === "in") {
    const entries = readList(value);
    return entries.every(isPlain) ? `${column} = ANY(${bind(entries)}::${findType(entries)}[])` : null;
  }
  const sign = operator === "eq" ? "=" : orderings[operator];
  return sign !== undefined && isPlain(value)
    ? `${column} ${sign} ${bind(value)}::${findType([value])}`
    : null;
}

function compareText({ name, baseType }: Column, operator: string, value: string, bind: Bind): string | null {
  const column = plainText(baseType, quoteName(name));
  // Two texts that are dates are compared as dates. NUL is in no text.
  const isPlain = (text: string) => readDate(text) === null && !text.includes("\0") && text.isWellFormed();
  if (operator === "in") {
    const entries = readList(value);
    return entries.every(isPlain) ? `${column} = ANY(${bind(entries)}::text[])` : null;
  }
  if (operator === "eq") {
    return isPlain(value) ? `${column} = ${bind(value)}::text` : null;
  }
  // Case and order of other characters are not the same everywhere.
  if (!ascii.test(value)) {
    return null;
  }
  const sign = orderings[operator];
  if (sign !== undefined) {
    return isPlain(value) ? `${column} COLLATE "C" ${sign} ${bind(value)}::text` : null;
  }
  // The only other characters whose lower case has a Latin letter in it.
  const folded = `lower(replace(replace(${column}, U&'\\0130', U&'i\\0307'), U&'\\212A', 'k') COLLATE "C")`;
  const wanted = value.toLowerCase();
  switch (operator) {
    case "contains":
      return `strpos(${folded}, ${bind(wanted)}::text) > 0`;
    case "startsWith":
      return `starts_with(${folded}, ${bind(wanted)}::text)`;
    case "endsWith":
      return `right(${folded}, ${wanted.length}) = ${bind(wanted)}::text`;
    default:
      return null;
  }
}

/** The encoding may lack other characters, also those that `compareText` writes for the comparison. */
function compareEncoded(column: Column, operator: string, value: string, bind: Bind): string | null {
  return (operator === "eq" || operator === "in") && ascii.test(value)
    ? compareText(column, operator, value, bind)
    : null;
}

function compareTime({ name, baseType }: Column, operator: string, value: string, bind: Bind): string | null {
  const at = readDate(value);
  const sign = operator === "eq" ? "=" : orderings[operator];
  if (at === null || sign === undefined || (baseType === "date" && !/^\d{4}-\d{2}-\d{2}$/.test(value))) {
    return null;
  }
  const time = baseType === "date" ? value : writeTime(at);
  // PostgreSQL has no year 0, and writes those before it in another way.
  return /^(?!0000)\d/.test(time) ? `${quoteName(name)} ${sign} ${bind(time)}::${baseType}` : null;
}

/** A year after 9999 has a sign in JavaScript, and none in PostgreSQL. A `timestamp` has no zone, and the gateway reads it as one of UTC. */
const writeTime = (at: bigint): string => writeDate(at).replace(/^\+0/, "");
