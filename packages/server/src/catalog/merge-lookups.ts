import type { ApplicationEntry, ToolEntry } from "./entries.ts";
import type { EntryLookup } from "./entry-lookup.ts";
import type { UnseenEntries } from "./find-unseen.ts";

/** Finds among a company's own entries first, then among those that all companies share. An unseen one is found by its id only. */
export function mergeLookups(own: EntryLookup, shared: EntryLookup, unseen: UnseenEntries): EntryLookup {
  const showApplication = (application: ApplicationEntry | undefined) =>
    application && unseen.applications.has(application) ? undefined : application;
  const showTool = (tool: ToolEntry | undefined) => (tool && unseen.tools.has(tool) ? undefined : tool);
  return {
    findApplication: (slug) =>
      showApplication(own.findApplication(slug)) ?? showApplication(shared.findApplication(slug)),
    findApplicationById: (id) => own.findApplicationById(id) ?? shared.findApplicationById(id),
    findTool: (slug) => showTool(own.findTool(slug)) ?? showTool(shared.findTool(slug)),
    findOperation: (application, operation) =>
      showTool((application.companyId === null ? shared : own).findOperation(application, operation)),
  };
}
