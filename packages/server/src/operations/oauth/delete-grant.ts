import { notFound } from "../../api-error.ts";
import { deleteGrant as deleteGrantRow } from "../../db/authorization/oauth-grants.ts";
import type { Caller } from "../../db/people/callers.ts";
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
  const { grantId, clientId, accountUserId } = grant;
  deps.log.info({ grantId, clientId, accountUserId, by: caller.accountUserId }, "a grant was withdrawn");
  return `Grant ${grant.grantId} was withdrawn.`;
}
