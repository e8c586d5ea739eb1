import { describeInexact, isInexact, isInexactInteger } from "@bowline/contract/inexact-number";
import type { OutputUnit } from "@cfworker/json-schema";
import { countOf } from "../parts/count-of.ts";
import { readFragment } from "./json-pointer.ts";
import { isObject, type JsonSchema, listTypes, readSchemas } from "./json-schema.ts";
import { nameSchema, nameValue } from "./name-branches.ts";
import { getAt, type Path } from "./values.ts";

/** Something wrong with one member of the input. */
export interface Problem {
  path: Path;
  /** One sentence that follows the member's name. */
  message: string;
}

/** Words one error of the validator about an input. @returns nothing for errors that only wrap others */
export function describeProblem(error: OutputUnit, root: JsonSchema, input: unknown): Problem[] {
  const path = readFragment(error.instanceLocation);
  const value = findKeyword(root, error.keywordLocation);
  const name = /"(.*)"\.?$/s.exec(error.error)?.[1] ?? "";
  const at = (message: string, ...more: string[]): Problem[] => [{ path: [...path, ...more], message }];
  switch (error.keyword) {
    case "required":
      return at("Is required.", name);
    case "dependentRequired":
      return at("Is required with the other values given.", name);
    case "type":
      return isLargeInteger(value, getAt(input, path)) ? [] : at(describeKind(value, getAt(input, path)));
    case "enum":
      return at(
        `Must be one of: ${Array.isArray(value) ? value.slice(0, 20).map(nameValue).join(", ") : ""}.`,
      );
    case "const":
      return at(`Must be ${nameValue(value)}.`);
    case "false":
      return at("There is no such input.");
    case "minLength":
      return at(
        value === 1 ? "Must not be empty." : `Must have at least ${countOf(Number(value), "character")}.`,
      );
    case "maxLength":
      return at(`Must have at most ${countOf(Number(value), "character")}.`);
    case "pattern":
      return at(`Must match the pattern ${value}`);
    case "minimum":
      return at(`Must be ${value} or more.`);
    case "maximum":
      return at(`Must be ${value} or less.`);
    case "exclusiveMinimum":
      return at(`Must be more than ${value}.`);
    case "exclusiveMaximum":
      return at(`Must be less than ${value}.`);
    case "multipleOf":
      return at(`Must be a multiple of ${value}.`);
    case "minItems":
      return at(value === 1 ? "Must have an item." : `Must have at least ${countOf(Number(value), "item")}.`);
    case "maxItems":
      return at(`Must have at most ${countOf(Number(value), "item")}.`);
    case "uniqueItems":
      return at("Must not have the same item twice.");
    case "minProperties":
      return at(
        value === 1 ? "Must have a member." : `Must have at least ${countOf(Number(value), "member")}.`,
      );
    case "maxProperties":
      return at(`Must have at most ${countOf(Number(value), "member")}.`);
    case "not":
      return at("Has a combination of values that is not allowed.");
    case "anyOf":
    case "oneOf":
      return at(describeUnion(error, value));
    default:
      return [];
  }
}

function describeUnion({ error }: OutputUnit, value: unknown): string {
  if (/\(([2-9]|\d\d+) matches\)/.test(error)) {
    return "Fits several of its alternatives, and may fit only one.";
  }
  const names = readSchemas(value).filter(isObject).map(nameSchema);
  return `Must be ${[...new Set(names)].join(" or ")}.`;
}

const kinds: Record<string, string> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

const listKinds = (type: unknown): string =>
  listTypes({ type })
    .map((each) => kinds[each] ?? each)
    .join(" or ");

const isLargeInteger = (type: unknown, value: unknown): boolean =>
  /integer|number/.test(String(type)) && typeof value === "string" && isInexactInteger(value);

function describeKind(type: unknown, value: unknown): string {
  const isTooLarge =
    /integer|number/.test(String(type)) && typeof value === "string" && isInexact(value.trim());
  return isTooLarge ? describeInexact(value.trim()) : `Must be ${listKinds(type)}.`;
}

/** Finds the keyword at a location, which also passes through references. */
function findKeyword(root: JsonSchema, location: string): unknown {
  let found: unknown = root;
  for (const part of readFragment(location)) {
    if (part === "$ref" && isObject(found)) {
      found = findKeyword(root, String(found.$ref));
    } else if (isObject(found) || Array.isArray(found)) {
      found = (found as Record<string, unknown>)[part];
    } else {
      return undefined;
    }
  }
  return found;
}
