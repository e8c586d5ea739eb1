import { isRecord } from "../record.ts";

const types = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

const isText = (value: unknown): boolean => typeof value === "string";
const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isType = (value: unknown): boolean => typeof value === "string" && types.has(value);
const isTypeList = (list: unknown[]): boolean =>
  list.length > 0 && new Set(list).size === list.length && list.every(isType);
const isNameList = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const isFull = (value: unknown): boolean => !Array.isArray(value) || value.length > 0;

/** What the value of a keyword must be in JSON Schema 2020-12. */
const rules: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["type", (value) => (Array.isArray(value) ? isTypeList(value) : isType(value))],
  ["enum", (value) => Array.isArray(value) && value.length > 0],
  ["required", Array.isArray],
  ["dependentRequired", (value) => isRecord(value) && Object.values(value).every(isNameList)],
  ["pattern", isPattern],
  ["multipleOf", (value) => isNumber(value) && Number(value) > 0],
  ["examples", Array.isArray],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map(
    (keyword) => [keyword, isNumber] as const,
  ),
  ...[
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
  ].map((keyword) => [keyword, isCount] as const),
  ...["title", "description", "$comment", "format", "contentMediaType", "contentEncoding"].map(
    (keyword) => [keyword, isText] as const,
  ),
  ...["uniqueItems", "deprecated", "readOnly", "writeOnly"].map((keyword) => [keyword, isBoolean] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems", "items"].map((keyword) => [keyword, isFull] as const),
]);

/**
 * Finds out whether a keyword may stand in a schema: models' interfaces refuse a whole request for one value of a wrong kind, such as
 * `exclusiveMinimum: true` of an older draft.
 */
export const isKeywordValid = (keyword: string, value: unknown): boolean =>
  rules.get(keyword)?.(value) ?? true;

/** Servers in other languages write patterns that JavaScript, and so JSON Schema, does not know, such as `(?i)a`. */
export function isPattern(value: unknown): boolean {
  try {
    return typeof value === "string" && new RegExp(value) instanceof RegExp;
  } catch {
    return false;
  }
}
