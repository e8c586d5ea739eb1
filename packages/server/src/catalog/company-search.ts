import { loadOnce } from "../load-once.ts";
import type { CatalogPart } from "./catalog-part.ts";
import type { ApplicationEntry, ToolEntry } from "./entries.ts";
import type { UnseenEntries } from "./find-unseen.ts";
import type { Finder } from "./finder.ts";
import { measureMeaning } from "./measure-meaning.ts";

export interface ToolSearchOptions {
  accept(tool: ToolEntry): boolean;
  /** Applications that the caller is connected to. Their tools rank higher. */
  connectedApplicationIds: readonly number[];
}

/** Searches what a company sees. */
export interface CompanySearch {
  /** The tools that match, best first. */
  searchTools(query: string, options: ToolSearchOptions): Promise<ToolEntry[]>;
  /** The applications that match, best first. */
  searchApplications(query: string): Promise<ApplicationEntry[]>;
}

/** Opens the search in a company's own parts and the built-in one. An index is put together when it is used first. */
export function openCompanySearch(
  own: readonly CatalogPart[],
  builtIn: CatalogPart,
  unseen: UnseenEntries,
  findApplicationById: (applicationId: number) => ApplicationEntry | undefined,
  { search, meaning }: Finder,
): CompanySearch {
  const parts = [...own, builtIn];
  const loadToolIndex = loadOnce(async () =>
    search.combine(await Promise.all(parts.map((part) => part.toolSegment()))),
  );
  const loadApplicationIndex = loadOnce(async () =>
    search.combine(await Promise.all(parts.map((part) => part.applicationSegment()))),
  );
  const toolAt = pickSeen(
    own.flatMap(({ tools }) => tools),
    builtIn.tools,
    unseen.tools,
  );
  const applicationAt = pickSeen(
    own.flatMap(({ applications }) => applications),
    builtIn.applications,
    unseen.applications,
  );
  return {
    async searchTools(query, { accept, connectedApplicationIds }) {
      const [index, similarities] = await Promise.all([
        loadToolIndex(),
        measureMeaning(parts, meaning, query),
      ]);
      const isWanted = (position: number): boolean => {
        const tool = toolAt(position);
        return tool !== undefined && accept(tool);
      };
      const connected = new Set(connectedApplicationIds.flatMap((id) => findApplicationById(id)?.slug ?? []));
      return index
        .search(query, { accept: isWanted, connected, similarities })
        .flatMap((position) => toolAt(position) ?? []);
    },
    async searchApplications(query) {
      const index = await loadApplicationIndex();
      return index.search(query).flatMap((position) => applicationAt(position) ?? []);
    },
  };
}

/** Returns the entry at a position of both lists put together, unless it is unseen. */
const pickSeen =
  <Entry>(own: readonly Entry[], shared: readonly Entry[], unseen: ReadonlySet<Entry>) =>
  (position: number): Entry | undefined => {
    const entry = position < own.length ? own[position] : shared[position - own.length];
    return entry !== undefined && unseen.has(entry) ? undefined : entry;
  };
