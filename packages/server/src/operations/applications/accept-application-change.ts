import { ApiError, notFound } from "../../api-error.ts";
import { acceptChange } from "../../db/catalog/application-changes.ts";
import { ToolSlugTakenError } from "../../db/catalog/published-slugs.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function acceptApplicationChange(
  deps: Deps,
  { companyId }: Caller,
  { resource: application, params: { changeId } }: InputOf<"acceptApplicationChange">,
): Promise<string> {
  try {
    const toolSlug = await acceptChange(deps.db.kysely, companyId, application, changeId);
    if (toolSlug === null) {
      throw notFound(`Change ${changeId} of application "${application.slug}"`);
    }
    return `Change ${changeId} of the tool "${toolSlug}" was accepted.`;
  } catch (error) {
    if (error instanceof ToolSlugTakenError) {
      throw new ApiError("CONFLICT", error.message);
    }
    throw error;
  }
}
