import type { BuiltIns } from "./catalog-part.ts";
import type { ApplicationEntry, ToolEntry } from "./entries.ts";
import type { EntryLookup } from "./entry-lookup.ts";

/** Entries that are loaded, and that a company does not see. */
export interface UnseenEntries {
  applications: ReadonlySet<ApplicationEntry>;
  tools: ReadonlySet<ToolEntry>;
}

/** Finds the applications and tools that a company does not see: those that it has hidden, and built-in ones that came later than its own. */
export function findUnseen(
  ownApplications: readonly ApplicationEntry[],
  ownTools: readonly ToolEntry[],
  ownLookup: EntryLookup,
  { part, lookup }: BuiltIns,
  hiddenIds: ReadonlySet<number>,
): UnseenEntries {
  const isHidden = ({ applicationId }: ApplicationEntry) => hiddenIds.has(applicationId);
  const applications = new Set([
    ...ownApplications.filter(isHidden),
    ...part.applications.filter((one) => isHidden(one) || ownLookup.findApplication(one.slug)),
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
