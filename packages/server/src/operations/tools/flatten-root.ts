import { type JsonSchema, readParts, splitReference } from "@bowline/catalog";
import { isObject } from "../../runtimes/is-object.ts";

/** The interfaces of models refuse these at the root of a schema. The server checks the whole schema when it executes the tool. */
const refusedAtRoot = new Set(["oneOf", "anyOf", "allOf", "not", "enum", "if", "then", "else", "$ref"]);
/** Schemas that are read for one root; more are not looked at. */
const maxSchemas = 256;
/** Members that are read for one root, each as often as a schema that has it is referred to (decisions D75). */
const maxMembers = 20_000;

/** What the schemas that describe one value say about its members. */
interface Members {
  /** What different schemas say about each member, by its name. */
  schemas: Map<string, unknown[]>;
  required: Set<string>;
}

interface Walk {
  root: JsonSchema;
  schemasLeft: number;
  membersLeft: number;
}

/**
 * Rewrites the root of an input schema without alternatives, for models whose interfaces refuse them there. The members of all
 * alternatives become members of the root, and those that every alternative requires are required. A schema without such keywords is
 * returned as it is.
 */
export function flattenRoot(root: JsonSchema): JsonSchema {
  const kept = Object.entries(root).filter(([keyword]) => !refusedAtRoot.has(keyword));
  if (kept.length === Object.keys(root).length) {
    return root;
  }
  const { schemas, required } = collect(root, { root, schemasLeft: maxSchemas, membersLeft: maxMembers }, []);
  const properties = Object.fromEntries([...schemas].map(([name, found]) => [name, join(found)]));
  return {
    ...Object.fromEntries(kept),
    ...((schemas.size > 0 || isObject(root.properties)) && { properties }),
    ...(required.size > 0 && { required: [...required] }),
  };
}

function collect(schema: unknown, walk: Walk, around: readonly unknown[]): Members {
  const members: Members = { schemas: new Map(), required: new Set() };
  if (!isObject(schema) || around.includes(schema) || walk.schemasLeft-- <= 0 || walk.membersLeft <= 0) {
    return members;
  }
  const collectAll = (schemas: readonly unknown[]) =>
    schemas.map((one) => collect(one, walk, [...around, schema]));
  const { $ref, allOf, anyOf, oneOf } = schema;
  const together = collectAll([findReferred($ref, walk.root), ...listOf(allOf)]);
  const unions = [collectAll(listOf(anyOf)), collectAll(listOf(oneOf))];
  const conditional = collectAll([schema.if, schema.then, schema.else]);
  // What a schema itself says about a member holds in each of its branches.
  const own = Object.entries(isObject(schema.properties) ? schema.properties : {});
  members.schemas = new Map(own.map(([name, one]) => [name, [one]]));
  walk.membersLeft -= own.length + listOf(schema.required).length;
  const ownNames = new Set(members.schemas.keys());
  for (const one of [...together, ...unions.flat(), ...conditional]) {
    addSchemas(members.schemas, one.schemas, ownNames);
    walk.membersLeft -= one.schemas.size;
  }
  members.required = new Set([
    ...listOf(schema.required).map(String),
    ...together.flatMap((one) => [...one.required]),
    ...unions.flatMap(intersectRequired),
  ]);
  return members;
}

const findReferred = (reference: unknown, root: JsonSchema): unknown =>
  typeof reference === "string" && reference.startsWith("#")
    ? readParts(root, splitReference(reference))
    : undefined;

function addSchemas(
  into: Map<string, unknown[]>,
  from: ReadonlyMap<string, unknown[]>,
  known: ReadonlySet<string>,
): void {
  for (const [name, found] of from) {
    if (!known.has(name)) {
      into.set(name, [...(into.get(name) ?? []), ...found]);
    }
  }
}

function intersectRequired([first, ...others]: readonly Members[]): string[] {
  return [...(first?.required ?? [])].filter((name) => others.every(({ required }) => required.has(name)));
}

function join(found: readonly unknown[]): unknown {
  const different = [...new Map([...new Set(found)].map((one) => [JSON.stringify(one), one])).values()];
  return different.length === 1 ? different[0] : { anyOf: different };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
