import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/callers.ts";
import { deleteGrant as deleteGrantRow } from "../../db/oauth-grants.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function deleteGrant(
  deps: Deps,
  _caller: Caller,
  { resource: grant }: InputOf<"deleteGrant">,
): Promise<string> {
  if (!(await deleteGrantRow(deps.db.kysely, grant.jti))) {
    throw notFound(`Grant ${grant.grantId}`);
  }
  deps.rows.tokenCallers.forget(`grant:${grant.jti}`);
  return `Grant ${grant.grantId} was withdrawn.`;
}
