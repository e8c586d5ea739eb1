import { notFound } from "../../api-error.ts";
import { rejectChange } from "../../db/catalog/application-changes.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function rejectApplicationChange(
  deps: Deps,
  _caller: Caller,
  { resource: { applicationId, slug }, params: { changeId } }: InputOf<"rejectApplicationChange">,
): Promise<string> {
  const toolSlug = await rejectChange(deps.db.kysely, applicationId, changeId);
  if (toolSlug === null) {
    throw notFound(`Change ${changeId} of application "${slug}"`);
  }
  return `Change ${changeId} of the tool "${toolSlug}" was rejected. The tool was not changed.`;
}
