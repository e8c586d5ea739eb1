import { openSearch } from "@bowline/catalog";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { listToolSchemaRows } from "../db/catalog-rows.ts";
import { RowCache } from "../db/row-cache.ts";
import type { Schema } from "../db/schema.ts";
import {
  type BuiltIns,
  buildCompanyCatalog,
  type CompanyCatalog,
  type ToolEntry,
} from "./company-catalog.ts";
import { buildLookup } from "./entry-lookup.ts";
import { type BuiltInPart, loadBuiltInPart, loadOwnParts, type OwnParts } from "./load-parts.ts";

const cachedCompanies = 200;
const cachedRecordBytes = 16 * 1024 * 1024;
const builtInKey = "builtIn";

/** The catalog as each company sees it. */
export interface Catalog {
  /** What the company's callers see. */
  forCompany(companyId: number): Promise<CompanyCatalog>;
  /** The same without waiting, when it is in memory. */
  peekCompany(companyId: number): CompanyCatalog | undefined;
  /** Full records of tools as JSON, in the order given; one that is gone meanwhile is left out. */
  loadToolRecords(tools: readonly ToolEntry[]): Promise<string[]>;
  /**
   * Looks again at a company's own applications before they are next used, or with 0 at the built-in ones. Only those that have
   * changed are read again.
   */
  forget(companyId: number): void;
  /** Looks again at everything. */
  forgetAll(): void;
}

/** What a company's catalog was made of. */
interface Composed {
  own: OwnParts;
  builtIns: BuiltIns;
  catalog: CompanyCatalog;
}

/**
 * The catalog, held in memory an application at a time. Entries of an application that has not changed stay the same objects, so that
 * what is kept by entry elsewhere (records, loaded tools, compiled schemas) stays good, whatever other applications and
 * companies do.
 */
export function openCatalog(db: Kysely<Schema>, isFresh: () => boolean): Catalog {
  const search = openSearch();
  let knownBuiltIn: (BuiltInPart & BuiltIns) | null = null;
  const builtIn = new RowCache<BuiltInPart & BuiltIns>({
    max: 1,
    isFresh,
    async load() {
      const loaded = await loadBuiltInPart(db, search, knownBuiltIn);
      if (loaded !== knownBuiltIn) {
        knownBuiltIn = { ...loaded, lookup: buildLookup(loaded.part.applications, loaded.part.tools) };
      }
      return knownBuiltIn;
    },
  });
  /** Outlives what is forgotten: parts that are still good are taken over. */
  const composed = new LRUCache<number, Composed>({ max: cachedCompanies });
  const companies = new RowCache<CompanyCatalog>({
    max: cachedCompanies,
    isFresh,
    load: (companyId) => composeCatalog(Number(companyId)),
  });
  // By entry: the entries of a changed application are other objects, so that old records are never found again.
  const records = new LRUCache<ToolEntry, string>({
    maxSize: cachedRecordBytes,
    sizeCalculation: (record) => record.length + 1,
  });

  async function composeCatalog(companyId: number): Promise<CompanyCatalog> {
    const before = composed.get(companyId);
    const [builtIns, own] = await Promise.all([
      builtIn.get(builtInKey),
      loadOwnParts(db, search, companyId, before?.own ?? new Map()),
    ]);
    if (builtIns === null) {
      throw new Error("The built-in applications could not be read.");
    }
    if (before?.builtIns === builtIns && isSame(before.own, own)) {
      return before.catalog;
    }
    const parts = [...own.values()].map(({ part }) => part);
    const catalog = buildCompanyCatalog(parts, builtIns, search);
    composed.set(companyId, { own, builtIns, catalog });
    return catalog;
  }

  return {
    async forCompany(companyId) {
      const catalog = await companies.get(String(companyId));
      if (catalog === null) {
        throw new Error(`The catalog of company ${companyId} could not be read.`);
      }
      return catalog;
    },
    peekCompany: (companyId) => companies.peek(String(companyId)),
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
        builtIn.clear();
        companies.clear();
      } else {
        companies.forget(String(companyId));
      }
    },
    forgetAll() {
      builtIn.clear();
      companies.clear();
    },
  };
}

const isSame = (before: OwnParts, now: OwnParts): boolean =>
  before.size === now.size && [...now].every(([id, { part }]) => before.get(id)?.part === part);

const joinRecord = (summary: string, inputSchema: string, outputSchema: string): string =>
  `${summary.slice(0, -1)},"inputSchema":${inputSchema},"outputSchema":${outputSchema}}`;
