import { ApiError } from "../api-error.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Caller } from "../db/callers.ts";
import type { Rows } from "../db/rows.ts";
import { findNearestName } from "../nearest-name.ts";
import { findNearestSlug } from "../nearest-slug.ts";
import { findPermission } from "./permitted-tools.ts";

interface Sources {
  catalog: Pick<Catalog, "forCompany">;
  rows: Pick<Rows, "toolsets">;
}

/** Builds the 404 for an unknown tool. It suggests the nearest one that the caller may see (decisions D13, D47). */
export async function buildUnknownTool(
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
  return buildNotFound(`Tool "${toolSlug}"`, nearest, "Look for it with GET /v1/tools?search=…");
}

/** Builds the 404 for an unknown application. It suggests the nearest one. */
export async function buildUnknownApplication(
  { catalog }: Pick<Sources, "catalog">,
  caller: Caller,
  slug: string,
): Promise<ApiError> {
  const { applications } = await catalog.forCompany(caller.companyId);
  const isNarrowed = caller.credential.narrowing.toolsetId !== null;
  const visible = isNarrowed ? [] : applications.map((application) => application.slug);
  return buildNotFound(
    `Application "${slug}"`,
    // A few letters make few pairs: a swap of two changes most of them.
    findNearestName(slug, visible) ?? findNearestSlug(slug, visible),
    isNarrowed ? "GET /v1/tools lists what this credential may use." : "GET /v1/applications lists them.",
  );
}

function buildNotFound(what: string, nearest: string | null, advice: string): ApiError {
  return new ApiError(
    "NOT_FOUND",
    `${what} does not exist. ${nearest === null ? advice : `Did you mean "${nearest}"?`}`,
  );
}
