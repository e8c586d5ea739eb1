import type { SQLOutputValue } from "node:sqlite";
import { foldCase } from "../../fold-case.ts";
import { comparisons, prepareNumberTest } from "../../match-number.ts";
import { orderByCodePoint } from "../../order-text.ts";
import { readDate } from "../../read-date.ts";
import { readList } from "../../read-list.ts";
import { readValue } from "./read-value.ts";

type Shown = string | number;
type Test = (value: Shown) => boolean;

/** The conditions of one statement. */
const maxTests = 100;

/**
 * Returns a function for SQL that tests a value against a filter of the request exactly as the gateway does (decisions D32): a column of
 * SQLite may hold values of every type. `isNumber` is 1 for a column of numbers. Nulls match nothing; the caller negates.
 */
export function openMatcher(): (
  value: SQLOutputValue,
  operator: SQLOutputValue,
  text: SQLOutputValue,
  isNumber: SQLOutputValue,
) => number {
  const tests = new Map<string, Test>();
  return (value, operator, text, isNumber) => {
    const shown = readValue(value);
    if (shown === null) {
      return 0;
    }
    const key = `${operator} ${isNumber} ${text}`;
    let test = tests.get(key);
    if (test === undefined) {
      if (tests.size >= maxTests) {
        tests.clear();
      }
      test = prepare(String(operator), String(text), Number(isNumber) === 1);
      tests.set(key, test);
    }
    return Number(test(shown));
  };
}

function prepare(operator: string, text: string, isNumber: boolean): Test {
  const usual = prepareTest(operator, text);
  const test = isNumber ? prepareNumberTest(operator, text) : null;
  return test === null ? usual : (value) => test(value) ?? usual(value);
}

function prepareTest(operator: string, text: string): Test {
  const folded = foldCase(text);
  const fold = (value: Shown) => foldCase(String(value));
  switch (operator) {
    case "contains":
      return (value) => fold(value).includes(folded);
    case "startsWith":
      return (value) => fold(value).startsWith(folded);
    case "endsWith":
      return (value) => fold(value).endsWith(folded);
    case "in":
      return prepareList(readList(text));
    default:
      return prepareComparison(operator, text);
  }
}

function prepareList(entries: readonly string[]): Test {
  const texts = new Set(entries);
  const numbers = new Set(entries.filter((entry) => entry.trim() !== "").map(Number));
  const dates = new Set(entries.map(readDate));
  return (value) => {
    if (typeof value === "number") {
      return numbers.has(value);
    }
    const date = readDate(value);
    return texts.has(value) || (date !== null && dates.has(date));
  };
}

function prepareComparison(operator: string, text: string): Test {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  const date = readDate(text);
  const holds = comparisons[operator];
  if (holds === undefined) {
    throw new RangeError(`There is no operator ${operator}.`);
  }
  return (value) => {
    if (typeof value === "number") {
      return !Number.isNaN(number) && holds(compare(value, number));
    }
    const dateOfValue = date === null ? null : readDate(value);
    return holds(date !== null && dateOfValue !== null ? Number(dateOfValue - date) : compare(value, text));
  };
}

function compare(a: Shown, b: Shown): number {
  const [x, y] = typeof a === "string" ? [orderByCodePoint(a), orderByCodePoint(String(b))] : [a, b];
  return x < y ? -1 : x > y ? 1 : 0;
}
