import type { ActivityCondition } from "@bowline/contract";
import type { Problem } from "../../api-error.ts";
import { foldCase } from "../../runtimes/fold-case.ts";
import { prepareNumberTest } from "../../runtimes/match-number.ts";
import { readDate } from "../../runtimes/read-date.ts";
import { readList } from "../../runtimes/read-list.ts";
import { Pace } from "../pace.ts";
import { compareValues, preparePath } from "./compare-values.ts";
import { includesText } from "./includes-text.ts";

type Test = (value: unknown) => boolean;

/** The most entries that the list of one `in` or `notIn` may have (decisions D75). */
const maxListEntries = 10_000;
/** About as many characters as are compared in a microsecond. */
const charactersPerStep = 500;

/** Returns a problem for each list of `in` or `notIn` that has too many entries. */
export function checkLists(conditions: readonly ActivityCondition[]): Problem[] {
  return conditions.flatMap(({ operator, value }, index) => {
    const count = operator === "in" || operator === "notIn" ? readList(value).length : 0;
    return count > maxListEntries
      ? [
          {
            field: `filters[${index}].value`,
            issue: `Has ${count} entries, but at most ${maxListEntries} are allowed.`,
          },
        ]
      : [];
  });
}

/**
 * Returns the records for which all conditions hold (decisions D32).
 *
 * @param numberFields fields whose texts are numbers that a double does not hold
 */
export async function filterResults(
  records: readonly unknown[],
  conditions: readonly ActivityCondition[],
  numberFields: readonly string[] = [],
): Promise<unknown[]> {
  const pace = new Pace();
  const tests: { read: (record: unknown) => unknown; test: Test }[] = [];
  for (const { fieldName, operator, value } of conditions) {
    const prepare = numberFields.includes(fieldName) ? prepareForNumbers : prepareTest;
    tests.push({ read: preparePath(fieldName), test: prepare[operator](value) });
    if (pace.isDue(value.length / charactersPerStep)) {
      await pace.rest();
    }
  }
  const kept: unknown[] = [];
  for (const record of records) {
    let isKept = true;
    for (const { read, test } of tests) {
      const value = read(record);
      if (pace.isDue(countSteps(value))) {
        await pace.rest();
      }
      if (!test(value)) {
        isKept = false;
        break;
      }
    }
    if (isKept) {
      kept.push(record);
    }
  }
  return kept;
}

/** A list or an object may be as large as the whole result, so the clock is checked before each. */
function countSteps(value: unknown): number {
  if (typeof value === "string") {
    return 1 + value.length / charactersPerStep;
  }
  return typeof value === "object" && value !== null ? Number.POSITIVE_INFINITY : 1;
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
    const folded = foldCase(wanted);
    const test: Test = (value) => {
      if (Array.isArray(value)) {
        return value.some(test);
      }
      return isAbsent(value) ? false : holds(foldCase(toText(value)), folded);
    };
    return test;
  };

const equals = ordered((comparison) => comparison === 0);
const contains = textual(includesText);
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

const exact =
  (operator: "eq" | "gt" | "gte" | "lt" | "lte" | "in") =>
  (text: string): Test => {
    const usual = prepareTest[operator](text);
    const test = prepareNumberTest(operator, text);
    return test === null ? usual : (value) => test(value) ?? usual(value);
  };

/** For fields whose values are numbers, of which some may be texts. */
const prepareForNumbers: typeof prepareTest = {
  ...prepareTest,
  eq: exact("eq"),
  ne: not(exact("eq")),
  gt: exact("gt"),
  gte: exact("gte"),
  lt: exact("lt"),
  lte: exact("lte"),
  in: exact("in"),
  notIn: not(exact("in")),
};

/** Compares a record's value with a text that is read as that value's type. Null when it cannot be read so. */
function compareToText(value: unknown, text: string): number | null {
  switch (typeof value) {
    case "number": {
      const number = text.trim() === "" ? Number.NaN : Number(text);
      return Number.isNaN(number) ? null : compareValues(value, number);
    }
    case "boolean":
      return text === "true" || text === "false" ? compareValues(value, text === "true") : null;
    case "string":
      return compareValues(value, text);
    default:
      return isAbsent(value) ? null : compareValues(toText(value), text);
  }
}

/** Tests as `eq` does whether a value equals an entry, in constant time for any number of entries. */
function isOneOf(list: string): Test {
  const entries = readList(list);
  const texts = new Set(entries);
  const numbers = new Set(entries.filter((entry) => entry.trim() !== "").map(Number));
  const dates = new Set(entries.map(readDate));
  return (value) => {
    switch (typeof value) {
      case "number":
        return numbers.has(value);
      case "boolean":
        return texts.has(String(value));
      default: {
        if (isAbsent(value)) {
          return false;
        }
        const text = toText(value);
        const date = readDate(text);
        return texts.has(text) || (date !== null && dates.has(date));
      }
    }
  };
}

const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const isAbsent = (value: unknown): boolean => value === null || value === undefined;
