import { ApiError } from "../api-error.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ApplicationEntry, ToolEntry } from "../catalog/company-catalog.ts";
import { describeUnknownApplication } from "../catalog/describe-unknown-application.ts";
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
  const { tools } = await catalog.forCompany(caller.companyId);
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
    const fitting = compared > maxCompared ? [] : tools.filter((tool) => isOf(tool, application));
    const slugs = fitting.map(({ slug }) => slug);
    const nearest = findNearestSlug(wrongSlug, slugs);
    return nearest === null ? "Look for it with GET /v1/tools?search=…" : `Did you mean "${nearest}"?`;
  };
}

const isOf = (tool: ToolEntry, application: ApplicationEntry | undefined): boolean =>
  application === undefined || tool.application === application;

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
