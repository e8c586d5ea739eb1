import { escapePointerSegment } from "../../manifest/json-pointer.ts";
import { isRecord, namedEntriesOf, type UncheckedRecord } from "../../record.ts";
import { toSnakeCase } from "../../slugs.ts";
import type { References } from "../document/references.ts";
import { AllOfReader } from "../schemas/all-of-reader.ts";
import { typesOf } from "../schemas/schema-type.ts";

/** The parts of an operation that help to choose the list in its response. */
export interface ResultsHints {
  method: string;
  path: string;
  tags: readonly string[];
}

const listNames = [
  "data",
  "items",
  "results",
  "result",
  "values",
  "records",
  "entries",
  "list",
  "rows",
  "elements",
  "objects",
  "resources",
  "content",
  "value",
  "edges",
  "nodes",
  "response",
];
/** Lists of what went wrong, which stand beside the result. */
const failureNames = new Set(["errors", "warnings"]);
const wrapperNames = ["data", "result", "response", "results", "payload", "body", "_embedded"];
/** Keywords without which a schema of entries permits anything. */
const restrictions = [
  "type",
  "enum",
  "const",
  "properties",
  "items",
  "prefixItems",
  "allOf",
  "oneOf",
  "anyOf",
  "not",
  "format",
  "pattern",
  "$ref",
];
const maximumAllofDepth = 8;
/** A response with more members is a record, not an envelope around a list. */
const maximumEnvelopeSize = 8;

/**
 * Returns the JSON Pointer to the list of results in an output (decisions D31): `""` when the output itself is a list, else
 * the clearly best list of objects one or two levels down, else null.
 */
export function resultsPathOf(schema: unknown, references: References, hints: ResultsHints): string | null {
  const root = references.followToRecord(schema);
  if (!root) {
    return null;
  }
  if (isList(root)) {
    return "";
  }
  const properties = propertiesOf(root, references);
  const isRecordOfOne = properties.has("id") || /\}(\.\w+)?\/?$/.test(hints.path);
  if (isRecordOfOne && properties.size > 0 && !hasPaging(properties)) {
    // Only an envelope may still hold the list: GET /teams/{id} returns a team, GET /lists/{id} perhaps {data: […]}.
    const names = ["data", "results", "result"];
    const named = namedList(properties, names, (property) => isListOfObjects(property, references));
    return named === null && hints.method === "GET" && !properties.has("id")
      ? namedList(properties, names, (property) => isUndescribedList(property, references))
      : named;
  }
  const described = findAround(properties, references, (members) => findList(members, hints, references));
  return described === null && hints.method === "GET"
    ? findUndescribedList(properties, references)
    : described;
}

/** Finds a list in a response, else in one of the members that responses are wrapped in. */
function findAround(
  properties: Properties,
  references: References,
  find: (members: Properties) => string | null,
): string | null {
  const direct = find(properties);
  if (direct !== null) {
    return direct;
  }
  for (const name of wrapperNames) {
    const inner = references.followToRecord(properties.get(name));
    if (!inner || isList(inner)) {
      continue;
    }
    const found = find(propertiesOf(inner, references));
    if (found !== null) {
      return `/${name}${found}`;
    }
  }
  return null;
}

/** Finds a list that only its name tells, in an envelope: its entries may be anything. */
const findUndescribedList = (properties: Properties, references: References): string | null =>
  findAround(properties, references, (members) =>
    isSmallOrPaged(members)
      ? namedList(members, listNames, (property) => isUndescribedList(property, references))
      : null,
  );

function findList(properties: Properties, hints: ResultsHints, references: References): string | null {
  const named = namedList(properties, listNames, (property) => isListOfObjects(property, references));
  if (named !== null) {
    return named;
  }
  const lists = [...properties]
    .filter(([, property]) => isListOfObjects(property, references))
    .map(([name]) => name);
  const resources = resourceNames(hints);
  const resource = lists.find((name) => resources.has(singular(name)));
  const others = lists.filter((name) => !failureNames.has(name.toLowerCase()));
  const chosen = resource ?? (isEnvelope(properties, hints) ? onlyList(others) : undefined);
  return chosen === undefined ? null : `/${escapePointerSegment(chosen)}`;
}

/** Whether a response is an envelope around a list: it is of a GET and has paging or few members. */
function isEnvelope(properties: Properties, { method }: ResultsHints): boolean {
  return method === "GET" && isSmallOrPaged(properties);
}

const isSmallOrPaged = (properties: Properties): boolean =>
  properties.size <= maximumEnvelopeSize || hasPaging(properties);

/** Returns the only list if its name is a plural. */
function onlyList(lists: string[]): string | undefined {
  const [only] = lists;
  return lists.length === 1 && only !== undefined && singular(only) !== toSnakeCase(only) ? only : undefined;
}

function namedList(
  properties: Properties,
  names: string[],
  isMeant: (property: unknown) => boolean,
): string | null {
  const found = names.find((name) => isMeant(properties.get(name)));
  return found === undefined ? null : `/${found}`;
}

/** Possible names of the list: the tags and the last segment of the path. */
function resourceNames({ path, tags }: ResultsHints): Set<string> {
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.includes("{"));
  const last = segments.slice(-1).map((segment) => segment.replace(/\.(json|xml)$/, ""));
  return new Set([...last, ...tags].map(singular));
}

function singular(name: string): string {
  const snake = toSnakeCase(name);
  if (/(list|history|children|people|media)$/.test(snake)) {
    return `${snake}#`;
  }
  return snake.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
}

function hasPaging(properties: Properties): boolean {
  return [...properties.keys()].some((name) =>
    /^(has_?more|next|next_?page.*|page|pages|pagination|paging|total|total_?count|count|offset|limit|cursor|next_?cursor|meta|links)$/i.test(
      name,
    ),
  );
}

type Properties = ReadonlyMap<string, unknown>;

/** Returns the properties of an object, those of its `allOf` included. */
export function propertiesOf(schema: UncheckedRecord, references: References): Properties {
  // A reader each time, because the merged properties of all schemas of a large document would take much memory.
  const reader = new AllOfReader<Properties>(
    ({ properties }) => new Map(namedEntriesOf(properties)),
    mergeProperties,
  );
  return reader.read(schema, references, maximumAllofDepth + 1);
}

function mergeProperties(parts: readonly Properties[]): Properties {
  const merged = new Map<string, unknown>();
  for (const part of parts) {
    for (const [name, property] of part) {
      merged.set(name, property);
    }
  }
  return merged;
}

function isList(schema: UncheckedRecord): boolean {
  const types = typesOf(schema.type);
  return types ? types.includes("array") : schema.items !== undefined;
}

function isListOfObjects(property: unknown, references: References): boolean {
  const schema = references.followToRecord(property);
  if (!schema || !isList(schema)) {
    return false;
  }
  const items = references.followToRecord(schema.items);
  if (!items) {
    return false;
  }
  const types = typesOf(items.type);
  if (types) {
    return types.includes("object");
  }
  return ["properties", "allOf", "oneOf", "anyOf"].some((keyword) => items[keyword] !== undefined);
}

/** Whether a property is a list and nothing is said of its entries. */
function isUndescribedList(property: unknown, references: References): boolean {
  const schema = references.followToRecord(property);
  if (!schema || !isList(schema) || schema.prefixItems !== undefined) {
    return false;
  }
  const items = references.follow(schema.items ?? true);
  return items === true || (isRecord(items) && !restrictions.some((keyword) => items[keyword] !== undefined));
}
