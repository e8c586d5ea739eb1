import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { listToolSchemaRows } from "../db/catalog-rows.ts";
import { RowCache } from "../db/row-cache.ts";
import type { Schema } from "../db/schema.ts";
import type { CompanyCatalog, ToolEntry } from "./company-catalog.ts";
import { loadCompanyCatalog } from "./load-company-catalog.ts";

const cachedCompanies = 200;
const cachedRecordBytes = 16 * 1024 * 1024;

/** The catalog as each company sees it. */
export interface Catalog {
  /** What the company's callers see. */
  forCompany(companyId: number): Promise<CompanyCatalog>;
  /** Full records of tools as JSON, in the order given; one that is gone meanwhile is left out. */
  loadToolRecords(tools: readonly ToolEntry[]): Promise<string[]>;
  /** Forgets a company's catalog, or with 0 all of them, since built-in applications belong to all. */
  forget(companyId: number): void;
  forgetAll(): void;
}

/** @param onForget called whenever tools held elsewhere may have changed */
export function openCatalog(db: Kysely<Schema>, isFresh: () => boolean, onForget: () => void): Catalog {
  const companies = new RowCache<CompanyCatalog>({
    max: cachedCompanies,
    isFresh,
    load: (companyId) => loadCompanyCatalog(db, Number(companyId)),
  });
  // By entry: the entries of a new catalog are other objects, so that old records are never found again.
  const records = new LRUCache<ToolEntry, string>({
    maxSize: cachedRecordBytes,
    sizeCalculation: (record) => record.length + 1,
  });

  function forgetAll(): void {
    companies.clear();
    records.clear();
    onForget();
  }

  return {
    async forCompany(companyId) {
      const catalog = await companies.get(String(companyId));
      if (catalog === null) {
        throw new Error(`The catalog of company ${companyId} could not be read.`);
      }
      return catalog;
    },
    async loadToolRecords(tools) {
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
    },
    forget(companyId) {
      if (companyId === 0) {
        forgetAll();
      } else {
        companies.forget(String(companyId));
        onForget();
      }
    },
    forgetAll,
  };
}

const joinRecord = (summary: string, inputSchema: string, outputSchema: string): string =>
  `${summary.slice(0, -1)},"inputSchema":${inputSchema},"outputSchema":${outputSchema}}`;
