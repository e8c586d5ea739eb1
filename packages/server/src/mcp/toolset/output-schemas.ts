import { compactSchema, type JsonSchema, relaxOutputSchema } from "@bowline/catalog";
import type { ValidateFunction } from "ajv/dist/2020.js";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import { listToolSchemaRows } from "../../db/catalog/catalog-rows.ts";
import type { Schema } from "../../db/schema.ts";
import { compileSchema } from "../../execution/input/compile-schema.ts";
import { prepareEstimate } from "../../execution/input/estimate-work.ts";
import { isQuickToCompile } from "../../execution/input/is-quick-to-compile.ts";
import { isObject } from "../../runtimes/is-object.ts";
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from "../../threads/thread-pool.ts";
import type { FitJob } from "./fit-job.ts";
import { fitObject } from "./fit-object.ts";

const maxKept = 500;
/** A longer schema takes too long to be shortened and listed (decisions D75). */
const maxSchemaLength = 48 * 1024;
/** These take a few milliseconds. */
const maxSteps = 20_000;

/** An output schema as it is listed. */
export interface ListedOutput {
  schema: JsonSchema & { type: "object" };
  /**
   * Removes the members that do not fit the schema. What is left always fits, if it is empty: so it is where that takes too long. What may
   * take long is done in a thread (decisions D75).
   *
   * @param party the account user whose output it is
   */
  fit(output: unknown, party: number): Promise<Record<string, unknown>>;
}

/**
 * Finds the output schemas for toolsets that list them (decisions D61). A tool has none here when its output is no object, or its schema
 * is very long.
 */
export class OutputSchemas {
  readonly #kept = new LRUCache<ToolEntry, { listed: ListedOutput | null }>({ max: maxKept });
  readonly #threads = openFitThreads();
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
    const listed = row === undefined ? null : prepareOutput(row.output_schema, this.#threads);
    this.#kept.set(entry, { listed });
    return listed;
  }
}

export const openFitThreads = (options: Partial<ThreadPoolOptions> = {}): ThreadPool<FitJob, string> =>
  createThreadPool(new URL("./fit-worker.ts", import.meta.url), options);

/** @returns null when a toolset does not list the schema */
export function prepareOutput(
  schemaText: string,
  threads: Pick<ThreadPool<FitJob, string>, "run">,
): ListedOutput | null {
  const described: JsonSchema = schemaText.length <= maxSchemaLength ? JSON.parse(schemaText) : {};
  if (described.type !== "object") {
    return null;
  }
  const schema = { ...compactSchema(relaxOutputSchema(described)), type: "object" as const };
  const text = JSON.stringify(schema);
  const estimate = isQuickToCompile(schema, text) ? prepareEstimate(schema) : () => Number.POSITIVE_INFINITY;
  let validate: ValidateFunction | undefined;
  return {
    schema,
    async fit(output, party) {
      if (!isObject(output)) {
        return {};
      }
      if (estimate(output, maxSteps) > maxSteps) {
        const job = { schemaText: text, outputText: JSON.stringify(output) };
        return threads.run(job, { party }).then(JSON.parse, () => ({}));
      }
      validate ??= compileSchema(schema);
      return fitObject(structuredClone(output), validate);
    },
  };
}
