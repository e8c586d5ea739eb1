import { hash } from "node:crypto";
import type { JsonSchema, ToolBinding, ToolManifest } from "@bowline/catalog";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { notFound } from "../api-error.ts";
import type { AtHand } from "../at-hand.ts";
import type { ToolEntry } from "../catalog/company-catalog.ts";
import { loadToolBinding } from "../db/catalog/catalog-rows.ts";
import type { Schema } from "../db/schema.ts";
import type { CompiledTool, Runtime } from "../runtimes/runtime.ts";
import { createCheckThreads } from "./input/check-threads.ts";
import {
  type InputValidator,
  prepareInputValidator,
  prepareMemberValidator,
} from "./input/validate-input.ts";
import { listNumberFields } from "./results/list-number-fields.ts";

/** Most tools take a few KiB each, up to about 50 with a compiled schema. Large schemas are limited by their size. */
const maxLoadedTools = 1000;
const maxSchemaCharacters = 8 * 1024 * 1024;
/** The size of a tool without its schema, counted in schema characters. */
const ownCharacters = 1024;

/** A tool with everything needed to run it. */
export interface LoadedTool {
  entry: ToolEntry;
  compiled: CompiledTool;
  /** Two tools with the same one say the same of themselves, and make the same request of an input. */
  digest: string;
  validateInput: InputValidator;
  /** Checks some members of an input on their own, such as a toolset's presets. */
  validateMembers: InputValidator;
  /** Whether the output has a schema. Without one, it may or may not be a list (decisions D31). */
  isOutputKnown: boolean;
  /** The fields of the results that are numbers by the output's schema. */
  numberFields: readonly string[];
  inputSchema: JsonSchema;
  /** Null for the many tools without one. */
  manifest: ToolManifest | null;
}

/** Loads tools to run and caches those in use. */
export interface ToolLoader {
  /** @throws ApiError `NOT_FOUND` when the tool is gone */
  load(tool: ToolEntry): AtHand<LoadedTool>;
}

export function openToolLoader(db: Kysely<Schema>, runtimes: Runtime<ToolBinding>): ToolLoader {
  const loaded = new LRUCache<ToolEntry, LoadedTool>({
    max: maxLoadedTools,
    maxSize: maxSchemaCharacters,
  });
  const threads = createCheckThreads();

  async function loadTool(entry: ToolEntry): Promise<LoadedTool> {
    const row = await loadToolBinding(db, entry.toolId);
    if (row === null) {
      throw notFound(`Tool "${entry.slug}"`);
    }
    const inputSchema: JsonSchema = JSON.parse(row.inputSchema);
    const outputSchema: JsonSchema = JSON.parse(row.outputSchema);
    const numberFields = listNumberFields(outputSchema, entry.resultsPath);
    const tool: LoadedTool = {
      entry,
      compiled: runtimes.compile(row.binding),
      digest: hash("sha256", JSON.stringify([row.binding, row.inputSchema, entry.summaryJson]), "base64"),
      validateInput: prepareInputValidator({ schema: inputSchema, text: row.inputSchema }, threads),
      validateMembers: prepareMemberValidator(inputSchema, threads),
      isOutputKnown: describesSomething(outputSchema),
      numberFields,
      inputSchema,
      manifest: row.manifest,
    };
    loaded.set(entry, tool, {
      size: ownCharacters + row.inputSchema.length + numberFields.join().length,
    });
    return tool;
  }

  return {
    load: (entry) => loaded.get(entry) ?? loadTool(entry),
  };
}

const annotations = new Set(["description", "title", "$comment", "examples", "$defs"]);

const describesSomething = (schema: JsonSchema): boolean =>
  Object.keys(schema).some((keyword) => !annotations.has(keyword));
