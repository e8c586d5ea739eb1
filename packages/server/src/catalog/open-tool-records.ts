import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { listToolSchemaRows } from "../db/catalog/catalog-rows.ts";
import type { Schema } from "../db/schema.ts";
import type { ToolEntry } from "./company-catalog.ts";

const cachedRecordBytes = 16 * 1024 * 1024;

/** Opens the cache of tools' full records. See `loadToolRecords` of `Catalog`. */
export function openToolRecords(db: Kysely<Schema>): (tools: readonly ToolEntry[]) => Promise<string[]> {
  // Keyed by entry: a changed application gets new entries, so its old records are never found again.
  const records = new LRUCache<ToolEntry, string>({
    maxSize: cachedRecordBytes,
    sizeCalculation: (record) => record.length + 1,
  });
  return async (tools) => {
    const found = tools.map((tool) => records.get(tool));
    const missing = tools.filter((_, position) => found[position] === undefined);
    const rows = await listToolSchemaRows(
      db,
      missing.map((tool) => tool.toolId),
    );
    const rowById = new Map(rows.map((row) => [row.tool_id, row]));
    return tools.flatMap((tool, position) => {
      const row = rowById.get(tool.toolId);
      const record =
        found[position] ?? (row && joinRecord(tool.summaryJson, row.input_schema, row.output_schema));
      if (record === undefined) {
        return [];
      }
      records.set(tool, record);
      return [record];
    });
  };
}

const joinRecord = (summary: string, inputSchema: string, outputSchema: string): string =>
  `${summary.slice(0, -1)},"inputSchema":${inputSchema},"outputSchema":${outputSchema}}`;
