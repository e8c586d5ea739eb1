import { bareOperation, toolSlugPrefix } from "@bowline/catalog";
import type { ApplicationEntry, ToolEntry } from "./entries.ts";

/** Finds applications and tools by slug, id or operation. */
export interface EntryLookup {
  findApplication(slug: string): ApplicationEntry | undefined;
  findApplicationById(applicationId: number): ApplicationEntry | undefined;
  findTool(slug: string): ToolEntry | undefined;
  /** Finds a tool by its bare operation, also as named in the description or in the slug. */
  findOperation(application: ApplicationEntry, operation: string): ToolEntry | undefined;
}

export function buildLookup(
  applications: readonly ApplicationEntry[],
  tools: readonly ToolEntry[],
): EntryLookup {
  const applicationBySlug = new Map(applications.map((application) => [application.slug, application]));
  const applicationById = new Map(
    applications.map((application) => [application.applicationId, application]),
  );
  const toolBySlug = new Map(tools.map((tool) => [tool.slug, tool]));
  const toolByOperation = new Map(
    tools.map((tool) => [operationKey(tool.application, tool.operation), tool]),
  );
  return {
    findApplication: (slug) => applicationBySlug.get(slug),
    findApplicationById: (applicationId) => applicationById.get(applicationId),
    findTool: (slug) => toolBySlug.get(slug),
    findOperation(application, operation) {
      const found =
        toolByOperation.get(operationKey(application, operation)) ??
        toolByOperation.get(operationKey(application, bareOperation(application.slug, operation)));
      const shortened = toolBySlug.get(toolSlugPrefix(application.slug) + operation);
      return found ?? (shortened?.application === application ? shortened : undefined);
    },
  };
}

const operationKey = (application: ApplicationEntry, operation: string): string =>
  `${application.applicationId}/${operation}`;
