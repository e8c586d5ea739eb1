import { isRecord, textOf, textsOf } from "../../record.ts";
import { plainTextOf } from "../document/plain-text.ts";
import { javascriptPattern } from "./javascript-pattern.ts";

/** Adds a remark to the import. */
export type Remark = (message: string) => void;

/** Returns the value of a keyword in JSON Schema 2020-12, or undefined when the keyword is dropped. */
type KeywordReader = (value: unknown, remark: Remark) => unknown;

const maximumExamples = 3;
const maximumExampleLength = 500;

const count: KeywordReader = (value) => (Number.isInteger(value) && Number(value) >= 0 ? value : undefined);
const number: KeywordReader = (value) => {
  if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))) {
    return Number(value);
  }
  return typeof value === "number" ? value : undefined;
};
const onlyTrue: KeywordReader = (value) => (value === true ? true : undefined);
const exact =
  (keyword: string): KeywordReader =>
  (value, remark) => {
    if (isExact(value)) {
      return value;
    }
    remarkInexact(keyword, remark);
    return undefined;
  };

/** Keywords without subschemas. A keyword that `convertSchema` finds in no list is not part of JSON Schema and is dropped. */
export const plainKeywords: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>([
  ["title", textOf],
  ["description", plainTextOf],
  ["deprecated", onlyTrue],
  ["writeOnly", onlyTrue],
  ["default", exact("default")],
  ["format", textOf],
  ["const", exact("const")],
  ["multipleOf", (value, remark) => (Number(number(value, remark)) > 0 ? number(value, remark) : undefined)],
  ["maximum", number],
  ["minimum", number],
  ["exclusiveMaximum", number],
  ["exclusiveMinimum", number],
  ["maxLength", count],
  ["minLength", count],
  ["maxItems", count],
  ["minItems", count],
  ["maxContains", count],
  ["minContains", count],
  ["maxProperties", count],
  ["minProperties", count],
  ["uniqueItems", onlyTrue],
  ["pattern", readPattern],
  ["contentEncoding", textOf],
  ["contentMediaType", textOf],
  ["dependentRequired", readDependentRequired],
]);

/** Keywords whose value is one schema, without `items`, which older drafts write otherwise. */
export const singleSchemaKeywords: ReadonlySet<string> = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
]);

/** Whether no integer in a value was rounded when the document was read. */
export function isExact(value: unknown): boolean {
  if (typeof value === "number") {
    return !Number.isInteger(value) || Number.isSafeInteger(value);
  }
  return typeof value !== "object" || value === null || Object.values(value).every(isExact);
}

export const remarkInexact = (keyword: string, remark: Remark): void =>
  remark(
    `An integer beyond ${Number.MAX_SAFE_INTEGER} was left out of \`${keyword}\`, because it was rounded`,
  );

/** Builds `examples` from `example` (3.0), a list (3.1) or a map of Example Objects. */
export function readExamples(example: unknown, examples: unknown): unknown[] | undefined {
  const all = [example, ...(Array.isArray(examples) ? examples : exampleValues(examples))];
  const kept = all
    .filter((value) => value !== undefined && isShort(value) && isExact(value))
    .slice(0, maximumExamples);
  return kept.length > 0 ? kept : undefined;
}

function exampleValues(examples: unknown): unknown[] {
  if (!isRecord(examples)) {
    return [];
  }
  return Object.values(examples).map((entry) => (isRecord(entry) ? entry.value : undefined));
}

function isShort(value: unknown): boolean {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= maximumExampleLength;
}

function readPattern(value: unknown, remark: Remark): string | undefined {
  if (typeof value !== "string") {
    return undefined;
  }
  const pattern = javascriptPattern(value);
  if (pattern === null) {
    remark(`The pattern ${value} was left out: JavaScript does not know it, or it cannot run in linear time`);
  }
  return pattern ?? undefined;
}

function readDependentRequired(value: unknown): unknown {
  if (!isRecord(value)) {
    return undefined;
  }
  return Object.fromEntries(Object.entries(value).map(([name, names]) => [name, textsOf(names)]));
}
