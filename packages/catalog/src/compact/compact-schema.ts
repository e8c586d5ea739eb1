import type { JsonSchema } from "../json-schema.ts";
import { mapNestedSchemas } from "../nested-schemas.ts";
import { isRecord } from "../record.ts";
import { compactText } from "./compact-text.ts";
import { repeatsName } from "./repeats-name.ts";
import { shortenEnumeration } from "./shorten-enumeration.ts";

const maxTextLength = 160;

/** Say nothing about which values are valid, and a model does without them. */
const dropped = new Set([
  "title",
  "example",
  "examples",
  "$comment",
  "$schema",
  "deprecated",
  "readOnly",
  "writeOnly",
  "externalDocs",
  "xml",
  "contentMediaType",
  "contentEncoding",
]);

/** A schema below these must not accept more than before, or the whole would accept less. */
const exactBelow = new Set(["oneOf", "not", "if", "contains"]);
/** Definitions may be used below those. */
const mayBeExact = /"(?:oneOf|not|if|contains)":/;
const definitionKeywords = new Set(["$defs", "definitions"]);
/** These depend on what the schemas beside them say about members and items. */
const looksAside = /"unevaluated(?:Properties|Items)"|"\$dynamicRef"/;

/** Where in a schema the walk is. */
interface Place {
  /** Nothing that decides about validity may be left out of definitions. */
  hasExactDefinitions: boolean;
  /** The member that the schema describes; empty where it describes none. */
  name: string;
  /** Nothing that decides about validity may be left out here. */
  isExact: boolean;
}

/**
 * Shortens a schema for a model (decisions D61). A description keeps its first sentence, 160 characters at most. Examples, titles and
 * notes are left out, and so is the refusal of further members. A long enumeration is described instead. Every value that the schema
 * accepts, the shortened one accepts too. The schema given is not changed.
 */
export function compactSchema(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema);
  return compactMembers(schema, {
    name: "",
    isExact: looksAside.test(text),
    hasExactDefinitions: mayBeExact.test(text),
  });
}

function compactAny(value: unknown, place: Place): unknown {
  return isRecord(value) ? compactMembers(value, place) : value;
}

function compactMembers(whole: JsonSchema, place: Place): JsonSchema {
  const shortened = place.isExact ? null : shortenEnumeration(whole);
  const schema = shortened?.schema ?? whole;
  const members: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (
      keyword === "description" ||
      dropped.has(keyword) ||
      keyword.startsWith("x-") ||
      (!place.isExact && isDispensable(keyword, value))
    ) {
      continue;
    }
    const isExact =
      place.isExact ||
      exactBelow.has(keyword) ||
      (place.hasExactDefinitions && definitionKeywords.has(keyword));
    const compacted = mapNestedSchemas(keyword, value, (one, name) =>
      compactAny(one, { ...place, name, isExact }),
    );
    members.push([keyword, compacted]);
  }
  const description = describe(schema, place.name, shortened?.told);
  return { ...Object.fromEntries(members), ...(description !== "" && { description }) };
}

function describe({ description }: JsonSchema, name: string, added: string | undefined): string {
  const text = typeof description === "string" ? compactText(description, maxTextLength) : "";
  const own = text === "" || repeatsName(text, name) ? [] : [text];
  return [...own, ...(added === undefined ? [] : [added])].join(" ");
}

/** Whether a keyword can go: it allows everything, or refuses members that the server refuses with a clear message. */
function isDispensable(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case "additionalProperties":
      return typeof value === "boolean" || isEmptyObject(value);
    case "required":
      return Array.isArray(value) && value.length === 0;
    case "minItems":
    case "minLength":
    case "minProperties":
      return value === 0;
    case "uniqueItems":
    case "nullable":
      return value === false;
    default:
      return false;
  }
}

const isEmptyObject = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;
