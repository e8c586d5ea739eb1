import { bySlug } from "./by-slug.ts";
import type { BuiltIns, CatalogPart } from "./catalog-part.ts";
import { type CompanySearch, openCompanySearch } from "./company-search.ts";
import type { ApplicationEntry, ToolEntry } from "./entries.ts";
import { buildLookup, type EntryLookup } from "./entry-lookup.ts";
import { findUnseen } from "./find-unseen.ts";
import type { Finder } from "./finder.ts";
import { mergeLookups } from "./merge-lookups.ts";

export type { ApplicationEntry, AuthenticationEntry, ToolEntry } from "./entries.ts";

/** The part of the catalog that a company's callers see. It is in memory and immutable. */
export interface CompanyCatalog extends EntryLookup, CompanySearch {
  /** Sorted by slug. */
  applications: readonly ApplicationEntry[];
  /** Those that the company has hidden, sorted by slug. */
  hiddenApplications: readonly ApplicationEntry[];
  /** Finds an application also when the company has hidden it. */
  findEvenHidden(slug: string): ApplicationEntry | undefined;
  /** Sorted by slug. */
  tools: readonly ToolEntry[];
  /** Slugs of the built-in applications that are not installed yet. */
  awaitedApplications: readonly string[];
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
  finder: Finder,
): CompanyCatalog {
  const ownApplications = own.flatMap((part) => part.applications);
  const ownTools = own.flatMap((part) => part.tools);
  const ownLookup = buildLookup(ownApplications, ownTools);
  const unseen = findUnseen(ownApplications, ownTools, ownLookup, builtIns, hiddenIds);
  const lookup = mergeLookups(ownLookup, builtIns.lookup, unseen);
  const hiddenApplications = [...ownApplications, ...builtIns.part.applications]
    .filter(({ applicationId }) => hiddenIds.has(applicationId))
    .map(markHidden)
    .sort(bySlug);
  let tools: readonly ToolEntry[] | undefined;
  return {
    ...lookup,
    ...openCompanySearch(own, builtIns.part, unseen, lookup.findApplicationById, finder),
    applications: mergeBySlug(ownApplications, builtIns.part.applications, unseen.applications),
    hiddenApplications,
    awaitedApplications: builtIns.awaited,
    get tools() {
      // Built on first use, since each company would have its own list of thousands.
      tools ??= mergeBySlug(ownTools, builtIns.part.tools, unseen.tools);
      return tools;
    },
    findEvenHidden: (slug) =>
      lookup.findApplication(slug) ?? hiddenApplications.find((application) => application.slug === slug),
  };
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
  return visible.sort(bySlug);
}
