import { ApiError } from "../api-error.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Caller } from "../db/callers.ts";
import type { Rows } from "../db/rows.ts";
import { findNearestSlug } from "../nearest-slug.ts";
import { findPermission } from "./permitted-tools.ts";

interface Sources {
  catalog: Pick<Catalog, "forCompany">;
  rows: Pick<Rows, "toolsets">;
}

/** 404 for a tool, naming the nearest one that the caller may see (decisions D13, D47). */
export async function refuseUnknownTool(
  { catalog, rows }: Sources,
  caller: Caller,
  toolSlug: string,
): Promise<ApiError> {
  const { tools } = await catalog.forCompany(caller.companyId);
  const permission = await findPermission(rows.toolsets, caller);
  const visible = permission === null ? tools : tools.filter(permission);
  const nearest = findNearestSlug(
    toolSlug,
    visible.map(({ slug }) => slug),
  );
  return refuse(`Tool "${toolSlug}"`, nearest, "Look for it with GET /v1/tools?search=…");
}

/** 404 for an application, naming the nearest one. */
export async function refuseUnknownApplication(
  { catalog }: Pick<Sources, "catalog">,
  caller: Caller,
  slug: string,
): Promise<ApiError> {
  const { applications } = await catalog.forCompany(caller.companyId);
  const isNarrowed = caller.credential.narrowing.toolsetId !== null;
  const visible = isNarrowed ? [] : applications.map((application) => application.slug);
  return refuse(`Application "${slug}"`, findNearestSlug(slug, visible), "GET /v1/applications lists them.");
}

function refuse(what: string, nearest: string | null, advice: string): ApiError {
  return new ApiError(
    "NOT_FOUND",
    `${what} does not exist. ${nearest === null ? advice : `Did you mean "${nearest}"?`}`,
  );
}
