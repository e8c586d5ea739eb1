import { openSearch } from "@bowline/catalog";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { AtHand } from "../at-hand.ts";
import { listHiddenApplicationIds } from "../db/catalog/applications.ts";
import { RowCache } from "../db/row-cache.ts";
import type { Schema } from "../db/schema.ts";
import type { BuiltIns } from "./catalog-part.ts";
import { buildCompanyCatalog, type CompanyCatalog, type ToolEntry } from "./company-catalog.ts";
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
  /** Returns the catalog that the company's callers see, or a promise of it when it must be loaded. */
  forCompany(companyId: number): AtHand<CompanyCatalog>;
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

type LoadedBuiltIns = BuiltInPart & BuiltIns;

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
  view: BuiltInView = { shows: () => true, slugs: [], baseUrl: "" },
): Catalog {
  return new CachedCatalog(db, isFresh, embedder, view);
}

class CachedCatalog implements Catalog {
  readonly loadToolRecords: Catalog["loadToolRecords"];
  readonly #db: Kysely<Schema>;
  readonly #view: BuiltInView;
  readonly #finder: Finder;
  /** How often the embeddings of each company were marked as outdated. */
  readonly #revisions = new Map<number, number>();
  readonly #builtIns: RowCache<LoadedBuiltIns>;
  /** Kept when the cache is cleared, so that unchanged parts are reused. */
  #knownBuiltIns: LoadedBuiltIns | null = null;
  readonly #companies: RowCache<CompanyCatalog>;
  /** Kept when `#companies` is cleared, so that unchanged parts are reused. */
  readonly #composed = new LRUCache<number, ComposedCatalog>({ max: cachedCompanies });

  constructor(db: Kysely<Schema>, isFresh: () => boolean, embedder: QueryEmbedder | null, view: BuiltInView) {
    this.#db = db;
    this.#view = view;
    this.loadToolRecords = openToolRecords(db);
    const meaning = embedder && {
      revisions: this.#revisions,
      model: embedder.model,
      embedQuery: (query: string) => embedder.embedQuery(query),
    };
    this.#finder = { search: openSearch(), meaning };
    this.#builtIns = new RowCache({ max: 1, isFresh, load: () => this.#loadBuiltIns() });
    this.#companies = new RowCache({
      max: cachedCompanies,
      isFresh,
      load: (companyId) => this.#composeCatalog(Number(companyId)),
    });
  }

  forCompany(companyId: number): AtHand<CompanyCatalog> {
    // Never null: every company has a catalog.
    return this.#companies.get(String(companyId)) as AtHand<CompanyCatalog>;
  }

  async prepareSearch(): Promise<void> {
    const builtIns = await this.#builtIns.get(builtInKey);
    await Promise.all([builtIns?.part.toolSegment(), builtIns?.part.applicationSegment()]);
  }

  forget(companyId: number): void {
    if (companyId === 0) {
      this.#forgetApplications();
    } else {
      this.#companies.forget(String(companyId));
    }
  }

  forgetEmbeddings(companyId: number): void {
    this.#revisions.set(companyId, (this.#revisions.get(companyId) ?? 0) + 1);
  }

  forgetAll(): void {
    for (const companyId of [...this.#revisions.keys(), 0]) {
      this.forgetEmbeddings(companyId);
    }
    this.#forgetApplications();
  }

  /** Every company's catalog contains the built-in applications. */
  #forgetApplications(): void {
    this.#builtIns.clear();
    this.#companies.clear();
  }

  async #loadBuiltIns(): Promise<LoadedBuiltIns> {
    const known = this.#knownBuiltIns;
    const loaded = await loadBuiltInPart(this.#db, this.#finder, this.#view, known);
    if (known !== null && loaded === known) {
      return known;
    }
    const { applications, tools } = loaded.part;
    const lookup = buildLookup(applications, tools);
    const awaited = this.#view.slugs.filter((slug) => lookup.findApplication(slug) === undefined);
    this.#knownBuiltIns = { ...loaded, lookup, awaited };
    return this.#knownBuiltIns;
  }

  async #composeCatalog(companyId: number): Promise<CompanyCatalog> {
    const before = this.#composed.get(companyId);
    const [builtIns, own, hiddenIds] = await Promise.all([
      this.#builtIns.get(builtInKey),
      loadOwnParts(this.#db, this.#finder, companyId, before?.own ?? new Map()),
      listHiddenApplicationIds(this.#db, companyId),
    ]);
    const hiddenIdText = hiddenIds.join();
    if (builtIns === null) {
      throw new Error("The built-in applications could not be read.");
    }
    if (before?.builtIns === builtIns && before.hiddenIdText === hiddenIdText && isSame(before.own, own)) {
      return before.catalog;
    }
    const parts = [...own.values()].map(({ part }) => part);
    const catalog = buildCompanyCatalog(parts, builtIns, new Set(hiddenIds), this.#finder);
    this.#composed.set(companyId, { own, builtIns, hiddenIdText, catalog });
    return catalog;
  }
}

const isSame = (before: OwnParts, now: OwnParts): boolean =>
  before.size === now.size && [...now].every(([id, { part }]) => before.get(id)?.part === part);
