import type { ActivityCondition } from "@bowline/contract";
import { compareValues, readPath } from "./compare-values.ts";

type Test = (value: unknown) => boolean;

/** The records for which all conditions hold (decisions D32). */
export function filterResults(
  records: readonly unknown[],
  conditions: readonly ActivityCondition[],
): unknown[] {
  const tests = conditions.map(({ fieldName, operator, value }) => ({
    fieldName,
    test: prepareTest[operator](value),
  }));
  return records.filter((record) => tests.every(({ fieldName, test }) => test(readPath(record, fieldName))));
}

const not =
  (prepare: (text: string) => Test) =>
  (text: string): Test => {
    const test = prepare(text);
    return (value) => !test(value);
  };

const ordered =
  (holds: (comparison: number) => boolean) =>
  (text: string): Test =>
  (value) => {
    const comparison = compareToText(value, text);
    return comparison !== null && holds(comparison);
  };

const textual =
  (holds: (text: string, wanted: string) => boolean) =>
  (wanted: string): Test => {
    const folded = wanted.toLowerCase();
    const test: Test = (value) => {
      if (Array.isArray(value)) {
        return value.some(test);
      }
      return isAbsent(value) ? false : holds(toText(value).toLowerCase(), folded);
    };
    return test;
  };

const equals = ordered((comparison) => comparison === 0);
const contains = textual((text, wanted) => text.includes(wanted));
const isOneOf = (list: string): Test => {
  const tests = readList(list).map(equals);
  return (value) => tests.some((test) => test(value));
};
const isNull = (): Test => isAbsent;

const prepareTest: Record<ActivityCondition["operator"], (text: string) => Test> = {
  eq: equals,
  ne: not(equals),
  gt: ordered((comparison) => comparison > 0),
  gte: ordered((comparison) => comparison >= 0),
  lt: ordered((comparison) => comparison < 0),
  lte: ordered((comparison) => comparison <= 0),
  contains,
  notContains: not(contains),
  startsWith: textual((text, wanted) => text.startsWith(wanted)),
  endsWith: textual((text, wanted) => text.endsWith(wanted)),
  in: isOneOf,
  notIn: not(isOneOf),
  isNull,
  isNotNull: not(isNull),
};

/** Compares a record's value with a text read as that value's own type; null when the text is no such value. */
function compareToText(value: unknown, text: string): number | null {
  switch (typeof value) {
    case "number": {
      const number = text.trim() === "" ? Number.NaN : Number(text);
      return Number.isNaN(number) ? null : value - number;
    }
    case "boolean":
      return text === "true" || text === "false" ? compareValues(value, text === "true") : null;
    case "string":
      return compareValues(value, text);
    default:
      return isAbsent(value) ? null : compareValues(toText(value), text);
  }
}

/** A JSON array, or else texts between commas. */
function readList(text: string): string[] {
  if (text.trimStart().startsWith("[")) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) {
        return list.map(toText);
      }
    } catch {
      // A text that only begins like a list.
    }
  }
  return text.split(",").map((item) => item.trim());
}

const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const isAbsent = (value: unknown): boolean => value === null || value === undefined;
