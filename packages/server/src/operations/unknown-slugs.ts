import { toolSlugPrefix } from "@bowline/catalog";
import { ApiError } from "../api-error.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ApplicationEntry, ToolEntry } from "../catalog/company-catalog.ts";
import { describeAwaited, describeUnknownApplication } from "../catalog/describe-unknown-application.ts";
import type { Caller } from "../db/people/callers.ts";
import type { Rows } from "../db/rows.ts";
import { findNearestSlug } from "../suggestions/nearest-slug.ts";
import { findPermission } from "./permitted-tools.ts";

interface Sources {
  catalog: Pick<Catalog, "forCompany">;
  rows: Pick<Rows, "toolsets">;
}

/** Wrong slugs of one request that are compared with all tools (decisions D75): a few milliseconds. */
const maxCompared = 5;

/** Builds the 404 for an unknown tool. It suggests the nearest one that the caller may see (decisions D13, D47). */
export async function buildUnknownTool(
  { catalog, rows }: Sources,
  caller: Caller,
  toolSlug: string,
): Promise<ApiError> {
  const { tools, awaitedApplications } = await catalog.forCompany(caller.companyId);
  const awaited = awaitedApplications.find((slug) => isNamedAfter(slug, toolSlug));
  if (awaited !== undefined) {
    return new ApiError("NOT_FOUND", describeAwaited(awaited));
  }
  const permission = await findPermission(rows.toolsets, caller);
  const advise = prepareToolAdvice(permission === null ? tools : tools.filter(permission));
  return new ApiError("NOT_FOUND", `Tool "${toolSlug}" does not exist. ${advise(toolSlug)}`);
}

/** Returns the sentence after a wrong slug: the nearest tool, of the application if one is given, or where to look. */
export type ToolAdvice = (wrongSlug: string, application?: ApplicationEntry) => string;

/** Prepares the sentences after the wrong slugs of one request. */
export function prepareToolAdvice(tools: readonly ToolEntry[]): ToolAdvice {
  let compared = 0;
  return (wrongSlug, application) => {
    compared += 1;
    const nearest = compared > maxCompared ? null : findNearestTool(tools, wrongSlug, application);
    return nearest === null ? "Look for it with GET /v1/tools?search=…" : `Did you mean "${nearest}"?`;
  };
}

function findNearestTool(
  tools: readonly ToolEntry[],
  wrongSlug: string,
  application: ApplicationEntry | undefined,
): string | null {
  const meant = application === undefined ? findNamed(tools, wrongSlug) : new Set([application]);
  const fitting = meant.size === 0 ? tools : tools.filter((tool) => meant.has(tool.application));
  return findNearestSlug(
    wrongSlug,
    fitting.map(({ slug }) => slug),
  );
}

/** The applications whose tools' slugs begin like this one. A tool of another application would act on another account. */
function findNamed(tools: readonly ToolEntry[], wrongSlug: string): Set<ApplicationEntry> {
  const applications = new Set(tools.map(({ application }) => application));
  return new Set([...applications].filter(({ slug }) => isNamedAfter(slug, wrongSlug)));
}

/** Whether a tool's slug begins as those of an application do. */
function isNamedAfter(applicationSlug: string, toolSlug: string): boolean {
  const prefix = toolSlugPrefix(applicationSlug);
  return toolSlug.slice(0, prefix.length).toLowerCase().replaceAll("-", "_") === prefix;
}

/** Builds the 404 for an unknown application. It suggests the nearest one. */
export async function buildUnknownApplication(
  { catalog }: Pick<Sources, "catalog">,
  caller: Caller,
  slug: string,
): Promise<ApiError> {
  const isNarrowed = caller.credential.narrowing.toolsetId !== null;
  return new ApiError(
    "NOT_FOUND",
    isNarrowed
      ? `Application "${slug}" does not exist. GET /v1/tools lists what this credential may use.`
      : describeUnknownApplication(await catalog.forCompany(caller.companyId), slug),
  );
}
