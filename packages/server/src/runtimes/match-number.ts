import { compareDecimals, readDecimalNumber, readDecimalValue, writeDecimalKey } from "./decimal.ts";
import { readList } from "./read-list.ts";

/** Tests a value of a column of numbers. Null: the value is no number. */
export type NumberTest = (value: unknown) => boolean | null;

/** Whether a filter holds, by its operator and by the order of the value to the filter's. */
export const comparisons: Record<string, (order: number) => boolean> = {
  eq: (order) => order === 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/**
 * Prepares a filter on a column of numbers. Numbers are compared exactly, also those that are texts because a double does not hold them.
 *
 * @returns null when the operator compares no numbers, or the filter's text holds none
 */
export function prepareNumberTest(operator: string, text: string): NumberTest | null {
  if (operator === "in") {
    return prepareList(text);
  }
  const holds = comparisons[operator];
  const wanted = holds === undefined ? null : readDecimalNumber(text);
  if (holds === undefined || wanted === null) {
    return null;
  }
  return (value) => {
    const number = readDecimalValue(value);
    return number === null ? null : holds(compareDecimals(number, wanted));
  };
}

function prepareList(text: string): NumberTest | null {
  const entries = readList(text).map(readDecimalNumber);
  const keys = new Set<string>();
  for (const entry of entries) {
    if (entry === null) {
      return null;
    }
    keys.add(writeDecimalKey(entry));
  }
  return (value) => {
    const number = readDecimalValue(value);
    return number === null ? null : keys.has(writeDecimalKey(number));
  };
}
