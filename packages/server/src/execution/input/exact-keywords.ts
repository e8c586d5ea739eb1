import { isDeepStrictEqual } from "node:util";
import { _, type Ajv2020, type FuncKeywordDefinition, str } from "ajv/dist/2020.js";
import { isLargeInteger } from "./large-integers.ts";
import { isMultiple } from "./multiple-of.ts";
import { isUnique } from "./unique-items.ts";

/** Where a value stands, as ajv tells it. */
interface Place {
  parentData: unknown;
  parentDataProperty: number | string;
}

/** What the lists and objects of rounded inputs were made of. */
const originals = new WeakMap<object, object>();

/** Remembers the texts of which the numbers of a rounded input were made, as long as it is in use. */
export function noteOriginals(made: ReadonlyMap<unknown, object>): void {
  for (const [copy, original] of made) {
    originals.set(copy as object, original);
  }
}

/** Replaces the keywords that compare numbers by ones that compare all digits of large integers (decisions D8a). */
export function addExactKeywords(ajv: Ajv2020): void {
  for (const definition of definitions) {
    ajv.removeKeyword(definition.keyword as string);
    ajv.addKeyword(definition);
  }
}

/** Finds the integer that a number of a rounded input stands for. Another value is returned as it is. */
function findExact(value: unknown, { parentData, parentDataProperty = "" }: Partial<Place> = {}): unknown {
  if (typeof value === "object" && value !== null) {
    return originals.get(value) ?? value;
  }
  const original =
    typeof parentData === "object" && parentData !== null ? originals.get(parentData) : undefined;
  const digits =
    original === undefined ? undefined : (original as Record<string, unknown>)[parentDataProperty];
  return typeof value === "number" && isLargeInteger(digits) ? BigInt(digits) : value;
}

/** JavaScript compares a bigint and a number exactly. */
type Comparable = bigint | number;

function defineBound(
  keyword: string,
  symbol: string,
  holds: (value: Comparable, bound: number) => boolean,
): FuncKeywordDefinition {
  return {
    keyword,
    type: "number",
    schemaType: "number",
    errors: false,
    error: { message: ({ schema }) => str`must be ${symbol} ${schema as number}` },
    validate: (bound: number, value: number, _schema?: unknown, place?: Place) =>
      holds(findExact(value, place) as Comparable, bound),
  };
}

const equals = (value: unknown, allowed: unknown): boolean =>
  typeof value === "bigint"
    ? value === toBigInt(allowed)
    : value === allowed || isDeepStrictEqual(value, allowed);

/** An imported schema has the digits of large integers as texts. Null: the value is no integer. */
const toBigInt = (value: unknown): bigint | null =>
  Number.isInteger(value) || isLargeInteger(value) ? BigInt(value as number | string) : null;

function isExactMultiple(value: Comparable, divisor: number): boolean {
  if (typeof value === "number" || divisor === 0) {
    return divisor === 0 || isMultiple(Number(value) / divisor);
  }
  const [, whole = "", fraction = "", exponent = "0"] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(divisor)) ?? [];
  const shift = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return shift >= 0
    ? (value * 10n ** BigInt(shift)) % digits === 0n
    : value % (digits * 10n ** BigInt(-shift)) === 0n;
}

const definitions: readonly FuncKeywordDefinition[] = [
  defineBound("minimum", ">=", (value, bound) => value >= bound),
  defineBound("maximum", "<=", (value, bound) => value <= bound),
  defineBound("exclusiveMinimum", ">", (value, bound) => value > bound),
  defineBound("exclusiveMaximum", "<", (value, bound) => value < bound),
  {
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    errors: false,
    error: { message: ({ schema }) => str`must be a multiple of ${schema as number}` },
    validate: (divisor: number, value: number, _schema?: unknown, place?: Place) =>
      isExactMultiple(findExact(value, place) as Comparable, divisor),
  },
  {
    keyword: "enum",
    schemaType: "array",
    errors: false,
    error: {
      message: "must be equal to one of the allowed values",
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
    validate: (allowed: unknown[], value: unknown, _schema?: unknown, place?: Place) => {
      const exact = findExact(value, place);
      return allowed.some((each) => equals(exact, each));
    },
  },
  {
    keyword: "const",
    errors: false,
    error: {
      message: "must be equal to constant",
      params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
    },
    validate: (allowed: unknown, value: unknown, _schema?: unknown, place?: Place) =>
      equals(findExact(value, place), allowed),
  },
  {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    errors: false,
    error: { message: "must NOT have duplicate items" },
    validate: (isWanted: boolean, items: unknown[], _schema?: unknown, place?: Place) =>
      !isWanted || isUnique(findExact(items, place) as unknown[]),
  },
];
