import type { Search, SearchIndex, SearchSegment } from "@bowline/catalog";
import type { CatalogPart } from "./catalog-part.ts";
import type { ApplicationEntry, ToolEntry } from "./entries.ts";
import { buildLookup, type EntryLookup } from "./entry-lookup.ts";
import type { Finder } from "./finder.ts";
import { measureMeaning } from "./measure-meaning.ts";

export type { ApplicationEntry, AuthenticationEntry, ToolEntry } from "./entries.ts";

/** The part of the catalog that a company's callers see. It is in memory and immutable. */
export interface CompanyCatalog extends EntryLookup {
  /** Sorted by slug. */
  applications: readonly ApplicationEntry[];
  /** Those that the company has hidden, sorted by slug. */
  hiddenApplications: readonly ApplicationEntry[];
  /** Finds an application also when the company has hidden it. */
  findEvenHidden(slug: string): ApplicationEntry | undefined;
  /** Sorted by slug. */
  tools: readonly ToolEntry[];
  /** The tools that match, best first. */
  searchTools(query: string, options: ToolSearchOptions): Promise<ToolEntry[]>;
  /** The applications that match, best first. */
  searchApplications(query: string): Promise<ApplicationEntry[]>;
}

export interface ToolSearchOptions {
  accept(tool: ToolEntry): boolean;
  /** Applications that the caller is connected to. Their tools rank higher. */
  connectedApplicationIds: readonly number[];
}

/** The built-in applications, which all companies share. */
export interface BuiltIns {
  part: CatalogPart;
  lookup: EntryLookup;
}

/**
 * Merges a company's own applications with the built-in ones. An own application hides a built-in one of the same slug, and so does
 * an own tool, since the built-in one came later.
 *
 * @param own in any order
 * @param hiddenIds applications that the company has hidden (decisions D67)
 */
export function buildCompanyCatalog(
  own: readonly CatalogPart[],
  builtIns: BuiltIns,
  hiddenIds: ReadonlySet<number>,
  { search, meaning }: Finder,
): CompanyCatalog {
  const ownApplications = own.flatMap((part) => part.applications);
  const ownTools = own.flatMap((part) => part.tools);
  const ownLookup = buildLookup(ownApplications, ownTools);
  const unseen = findUnseen(ownLookup, ownApplications, ownTools, builtIns, hiddenIds);
  const showTool = (tool: ToolEntry | undefined) => (tool && unseen.tools.has(tool) ? undefined : tool);
  const showApplication = (application: ApplicationEntry | undefined) =>
    application && unseen.applications.has(application) ? undefined : application;
  const shared = builtIns.lookup;
  const parts = [...own, builtIns.part];
  const findIndexes = {
    tools: combineOnce(search, () => parts.map((part) => part.toolSegment())),
    applications: combineOnce(search, () => parts.map((part) => part.applicationSegment())),
  };
  const hiddenApplications = [...ownApplications, ...builtIns.part.applications]
    .filter(({ applicationId }) => hiddenIds.has(applicationId))
    .map(markHidden)
    .sort((one, other) => (one.slug < other.slug ? -1 : 1));
  let tools: readonly ToolEntry[] | undefined;

  const findApplicationById = (id: number) =>
    ownLookup.findApplicationById(id) ?? shared.findApplicationById(id);

  return {
    applications: mergeBySlug(ownApplications, builtIns.part.applications, unseen.applications),
    hiddenApplications,
    get tools() {
      // Built on first use, since each company would have its own list of thousands.
      tools ??= mergeBySlug(ownTools, builtIns.part.tools, unseen.tools);
      return tools;
    },
    findEvenHidden(slug) {
      const isWanted = (application: ApplicationEntry) => application.slug === slug;
      return this.findApplication(slug) ?? hiddenApplications.find(isWanted);
    },
    findApplication: (slug) =>
      showApplication(ownLookup.findApplication(slug)) ?? showApplication(shared.findApplication(slug)),
    findApplicationById,
    findTool: (slug) => showTool(ownLookup.findTool(slug)) ?? showTool(shared.findTool(slug)),
    findOperation: (application, operation) =>
      showTool((application.companyId === null ? shared : ownLookup).findOperation(application, operation)),
    async searchTools(query, { accept, connectedApplicationIds }) {
      const [index, similarities] = await Promise.all([
        findIndexes.tools(),
        measureMeaning(parts, meaning, query),
      ]);
      const at = (position: number) => pickEntry(ownTools, builtIns.part.tools, position);
      const isWanted = (position: number): boolean => {
        const tool = showTool(at(position));
        return tool !== undefined && accept(tool);
      };
      const connected = new Set(connectedApplicationIds.flatMap((id) => findApplicationById(id)?.slug ?? []));
      return index
        .search(query, { accept: isWanted, connected, similarities })
        .flatMap((position) => at(position) ?? []);
    },
    async searchApplications(query) {
      const index = await findIndexes.applications();
      const at = (position: number) =>
        showApplication(pickEntry(ownApplications, builtIns.part.applications, position));
      return index.search(query).flatMap((position) => at(position) ?? []);
    },
  };
}

/** Finds the applications and tools that a company does not see: those that it has hidden, and built-in ones that came later than its own. */
function findUnseen(
  own: EntryLookup,
  ownApplications: readonly ApplicationEntry[],
  ownTools: readonly ToolEntry[],
  { part, lookup }: BuiltIns,
  hiddenIds: ReadonlySet<number>,
) {
  const isHidden = ({ applicationId }: ApplicationEntry) => hiddenIds.has(applicationId);
  const applications = new Set([
    ...ownApplications.filter(isHidden),
    ...part.applications.filter((one) => isHidden(one) || own.findApplication(one.slug)),
  ]);
  const tools = new Set(ownTools.flatMap(({ slug }) => lookup.findTool(slug) ?? []));
  if (applications.size > 0) {
    for (const list of [ownTools, part.tools]) {
      for (const tool of list.filter(({ application }) => applications.has(application))) {
        tools.add(tool);
      }
    }
  }
  return { applications, tools };
}

function markHidden(application: ApplicationEntry): ApplicationEntry {
  const record = { ...application.record, isEnabled: false };
  return { ...application, record, json: JSON.stringify(record) };
}

/** Merges both lists by slug. Returns the shared list itself when there is nothing to add or leave out. */
function mergeBySlug<Entry extends { slug: string }>(
  own: readonly Entry[],
  shared: readonly Entry[],
  unseen: ReadonlySet<Entry>,
): readonly Entry[] {
  if (own.length === 0 && unseen.size === 0) {
    return shared;
  }
  const all = [...own, ...shared];
  const visible = unseen.size === 0 ? all : all.filter((entry) => !unseen.has(entry));
  return visible.sort((one, other) => (one.slug < other.slug ? -1 : 1));
}

/** Returns the entry at a position of both lists put together. */
const pickEntry = <Entry>(
  own: readonly Entry[],
  shared: readonly Entry[],
  position: number,
): Entry | undefined => (position < own.length ? own[position] : shared[position - own.length]);

function combineOnce(
  search: Search,
  listSegments: () => Promise<SearchSegment>[],
): () => Promise<SearchIndex> {
  let index: Promise<SearchIndex> | undefined;
  return () => {
    index ??= Promise.all(listSegments())
      .then((segments) => search.combine(segments))
      .catch((error) => {
        index = undefined;
        throw error;
      });
    return index;
  };
}
