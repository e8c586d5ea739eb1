import type { JsonSchema } from "../../json-schema.ts";
import type { Direction } from "./hidden-properties.ts";
import type { SchemaStore } from "./schema-store.ts";

const maximumPrunedSize = 32 * 1024;
const fullHops = 2;

/** Adds every definition that the schema needs, directly or indirectly. Inputs are never pruned. */
export function addAllDefinitions(
  schema: JsonSchema,
  uses: ReadonlySet<string>,
  direction: Direction,
  store: SchemaStore,
): JsonSchema {
  const names = reach(uses, Number.POSITIVE_INFINITY, direction, store);
  return withDefinitions(schema, names, new Set(), direction, store);
}

/**
 * Adds the definitions within two reference hops of the schema, or within one when two exceed 32 KiB. Deeper ones become
 * stubs, because a model reads outputs, and complete ones have up to 600 KB in real documents.
 */
export function addNearDefinitions(
  schema: JsonSchema,
  uses: ReadonlySet<string>,
  store: SchemaStore,
): JsonSchema {
  const size = JSON.stringify(schema).length;
  let names = reach(uses, fullHops, "output", store);
  if (size + sizeOf(names, store) > maximumPrunedSize) {
    names = reach(uses, 1, "output", store);
  }
  const cut = new Set<string>();
  for (const name of names) {
    for (const used of store.definition(name, "output").uses) {
      if (!names.has(used)) {
        cut.add(used);
      }
    }
  }
  return withDefinitions(schema, names, cut, "output", store);
}

/** Returns the names of the definitions at most `hops` references away. */
function reach(
  uses: ReadonlySet<string>,
  hops: number,
  direction: Direction,
  store: SchemaStore,
): Set<string> {
  const reached = new Set<string>();
  let level: Iterable<string> = uses;
  for (let hop = 1; hop <= hops; hop++) {
    const next = new Set<string>();
    for (const name of level) {
      if (reached.has(name)) {
        continue;
      }
      reached.add(name);
      for (const used of store.definition(name, direction).uses) {
        if (!reached.has(used)) {
          next.add(used);
        }
      }
    }
    if (next.size === 0) {
      break;
    }
    level = next;
  }
  return reached;
}

function withDefinitions(
  schema: JsonSchema,
  names: ReadonlySet<string>,
  cut: ReadonlySet<string>,
  direction: Direction,
  store: SchemaStore,
): JsonSchema {
  if (names.size === 0) {
    return schema;
  }
  const definitions: { [name: string]: JsonSchema } = {};
  for (const name of names) {
    definitions[name] = store.definition(name, direction).schema;
  }
  for (const name of cut) {
    definitions[name] = stub(store.definition(name, direction).schema);
  }
  return { ...schema, $defs: definitions };
}

function stub(schema: JsonSchema): JsonSchema {
  return {
    ...(typeof schema.type === "string" ? { type: schema.type } : {}),
    $comment: "Left out for length: too many references away from the output itself.",
  };
}

function sizeOf(names: ReadonlySet<string>, store: SchemaStore): number {
  let size = 0;
  for (const name of names) {
    size += store.definition(name, "output").size;
  }
  return size;
}
