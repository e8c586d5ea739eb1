import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/callers.ts";
import { deleteGrant as deleteGrantRow } from "../../db/oauth-grants.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function deleteGrant(
  deps: Deps,
  caller: Caller,
  { resource: grant }: InputOf<"deleteGrant">,
): Promise<string> {
  if (!(await deleteGrantRow(deps.db.kysely, grant.jti))) {
    throw notFound(`Grant ${grant.grantId}`);
  }
  deps.rows.tokenCallers.forget(`grant:${grant.jti}`);
  const { grantId, clientId, accountUserId } = grant;
  deps.log.info({ grantId, clientId, accountUserId, by: caller.accountUserId }, "a grant was withdrawn");
  return `Grant ${grant.grantId} was withdrawn.`;
}
