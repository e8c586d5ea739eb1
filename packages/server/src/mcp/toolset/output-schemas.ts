import { compactSchema, type JsonSchema, relaxOutputSchema, splitPointer } from "@bowline/catalog";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import { listToolSchemaRows } from "../../db/catalog/catalog-rows.ts";
import type { Schema } from "../../db/schema.ts";
import { compileSchema } from "../../execution/input/compile-schema.ts";
import { isObject } from "../../runtimes/is-object.ts";

const maxKept = 500;
/** Compiling a longer schema takes too long (decisions D75). */
const maxSchemaLength = 48 * 1024;
const maxRounds = 10;

/** An output schema as it is listed. */
export interface ListedOutput {
  schema: JsonSchema & { type: "object" };
  /** Removes the members that do not fit the schema. What is left always fits, if it is empty. */
  fit(output: unknown): Record<string, unknown>;
}

/**
 * Finds the output schemas for toolsets that list them (decisions D61). A tool has none here when its output is no object, or its schema
 * is very long.
 */
export class OutputSchemas {
  readonly #kept = new LRUCache<ToolEntry, { listed: ListedOutput | null }>({ max: maxKept });
  readonly #db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.#db = db;
  }

  async find(entry: ToolEntry): Promise<ListedOutput | null> {
    const kept = this.#kept.get(entry);
    if (kept !== undefined) {
      return kept.listed;
    }
    const [row] = await listToolSchemaRows(this.#db, [entry.toolId]);
    const listed = row === undefined ? null : prepareOutput(row.output_schema);
    this.#kept.set(entry, { listed });
    return listed;
  }
}

function prepareOutput(schemaText: string): ListedOutput | null {
  const described: JsonSchema = schemaText.length <= maxSchemaLength ? JSON.parse(schemaText) : {};
  if (described.type !== "object") {
    return null;
  }
  const schema = { ...compactSchema(relaxOutputSchema(described)), type: "object" as const };
  let validate: ValidateFunction | undefined;
  return {
    schema,
    fit(output) {
      validate ??= compileSchema(schema);
      return isObject(output) ? fitObject(structuredClone(output), validate) : {};
    },
  };
}

function fitObject(output: Record<string, unknown>, validate: ValidateFunction): Record<string, unknown> {
  try {
    return removeUnfit(output, validate);
  } catch (error) {
    if (error instanceof RangeError) {
      // The schema refers to itself for the same value.
      return {};
    }
    throw error;
  }
}

function removeUnfit(output: Record<string, unknown>, validate: ValidateFunction): Record<string, unknown> {
  for (let round = 0; round < maxRounds; round++) {
    if (validate(output)) {
      return output;
    }
    const errors = validate.errors ?? [];
    // The errors of single alternatives come before the one of the union.
    const own = errors.filter(({ keyword }) => keyword !== "anyOf");
    if (!removeAll(output, own.length > 0 ? own : errors)) {
      return {};
    }
  }
  return {};
}

/** Removes each member with an error, or the next one around it. False: an error is not inside a member. */
function removeAll(output: Record<string, unknown>, errors: readonly ErrorObject[]): boolean {
  return errors.every(({ instancePath }) => removeMember(output, splitPointer(instancePath)));
}

function removeMember(output: Record<string, unknown>, parts: readonly string[]): boolean {
  let holder: unknown = output;
  let found: { object: Record<string, unknown>; name: string } | null = null;
  for (const part of parts) {
    if (isObject(holder)) {
      found = { object: holder, name: part };
    }
    const next: unknown =
      typeof holder === "object" && holder !== null && Object.hasOwn(holder, part)
        ? (holder as Record<string, unknown>)[part]
        : undefined;
    holder = next;
  }
  if (found === null) {
    return false;
  }
  delete found.object[found.name];
  return true;
}
