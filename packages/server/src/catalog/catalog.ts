import { openSearch } from "@bowline/catalog";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { listHiddenApplicationIds } from "../db/catalog/applications.ts";
import { RowCache } from "../db/row-cache.ts";
import type { Schema } from "../db/schema.ts";
import {
  type BuiltIns,
  buildCompanyCatalog,
  type CompanyCatalog,
  type ToolEntry,
} from "./company-catalog.ts";
import { buildLookup } from "./entry-lookup.ts";
import type { Finder, QueryEmbedder } from "./finder.ts";
import {
  type BuiltInPart,
  type BuiltInView,
  loadBuiltInPart,
  loadOwnParts,
  type OwnParts,
} from "./load-parts.ts";
import { openToolRecords } from "./open-tool-records.ts";

const cachedCompanies = 200;
const builtInKey = "builtIn";

/** The catalog as each company sees it. */
export interface Catalog {
  /** Loads the catalog that the company's callers see. */
  forCompany(companyId: number): Promise<CompanyCatalog>;
  /** Builds what searches need of the built-in applications, a few milliseconds at a time. */
  prepareSearch(): Promise<void>;
  /** Loads full records of tools as JSON, in the given order. Leaves out a tool that was deleted meanwhile. */
  loadToolRecords(tools: readonly ToolEntry[]): Promise<string[]>;
  /**
   * Marks a company's own applications as outdated, or with 0 the built-in ones. The next use checks them and loads only those that
   * changed.
   */
  forget(companyId: number): void;
  /** Marks the embeddings of a company's own applications as outdated, or with 0 those of the built-in ones. */
  forgetEmbeddings(companyId: number): void;
  /** Marks everything as outdated. */
  forgetAll(): void;
}

/** A company's catalog with the parts it was built from. */
interface ComposedCatalog {
  own: OwnParts;
  builtIns: BuiltIns;
  /** Ids of the applications that the company has hidden, as one text. */
  hiddenIdText: string;
  catalog: CompanyCatalog;
}

/**
 * Opens the catalog, cached per application. Entries of an unchanged application stay the same objects. So caches keyed by entry
 * (records, loaded tools, compiled schemas) stay valid when other applications or companies change.
 *
 * @param view what the settings say about built-in applications
 * @param embedder for hybrid search
 */
export function openCatalog(
  db: Kysely<Schema>,
  isFresh: () => boolean,
  embedder: QueryEmbedder | null = null,
  view: BuiltInView = { shows: () => true, baseUrl: "" },
): Catalog {
  const revisions = new Map<number, number>();
  const meaning = embedder && {
    revisions,
    model: embedder.model,
    embedQuery: (query: string) => embedder.embedQuery(query),
  };
  const finder: Finder = { search: openSearch(), meaning };
  let knownBuiltIn: (BuiltInPart & BuiltIns) | null = null;
  const builtIn = new RowCache<BuiltInPart & BuiltIns>({
    max: 1,
    isFresh,
    async load() {
      const loaded = await loadBuiltInPart(db, finder, view, knownBuiltIn);
      if (loaded !== knownBuiltIn) {
        knownBuiltIn = { ...loaded, lookup: buildLookup(loaded.part.applications, loaded.part.tools) };
      }
      return knownBuiltIn;
    },
  });
  /** Kept when `companies` is cleared, so that unchanged parts are reused. */
  const composed = new LRUCache<number, ComposedCatalog>({ max: cachedCompanies });
  const companies = new RowCache<CompanyCatalog>({
    max: cachedCompanies,
    isFresh,
    load: (companyId) => composeCatalog(Number(companyId)),
  });
  async function composeCatalog(companyId: number): Promise<CompanyCatalog> {
    const before = composed.get(companyId);
    const [builtIns, own, hiddenIds] = await Promise.all([
      builtIn.get(builtInKey),
      loadOwnParts(db, finder, companyId, before?.own ?? new Map()),
      listHiddenApplicationIds(db, companyId),
    ]);
    const hiddenIdText = hiddenIds.join();
    if (builtIns === null) {
      throw new Error("The built-in applications could not be read.");
    }
    if (before?.builtIns === builtIns && before.hiddenIdText === hiddenIdText && isSame(before.own, own)) {
      return before.catalog;
    }
    const parts = [...own.values()].map(({ part }) => part);
    const catalog = buildCompanyCatalog(parts, builtIns, new Set(hiddenIds), finder);
    composed.set(companyId, { own, builtIns, hiddenIdText, catalog });
    return catalog;
  }

  function forgetEmbeddings(companyId: number): void {
    revisions.set(companyId, (revisions.get(companyId) ?? 0) + 1);
  }

  return {
    // Never null: every company has a catalog.
    forCompany: (companyId) => companies.get(String(companyId)) as Promise<CompanyCatalog>,
    async prepareSearch() {
      const builtIns = await builtIn.get(builtInKey);
      await Promise.all([builtIns?.part.toolSegment(), builtIns?.part.applicationSegment()]);
    },
    loadToolRecords: openToolRecords(db),
    forget(companyId) {
      if (companyId === 0) {
        builtIn.clear();
        companies.clear();
      } else {
        companies.forget(String(companyId));
      }
    },
    forgetEmbeddings,
    forgetAll() {
      for (const companyId of [...revisions.keys(), 0]) {
        forgetEmbeddings(companyId);
      }
      builtIn.clear();
      companies.clear();
    },
  };
}

const isSame = (before: OwnParts, now: OwnParts): boolean =>
  before.size === now.size && [...now].every(([id, { part }]) => before.get(id)?.part === part);
