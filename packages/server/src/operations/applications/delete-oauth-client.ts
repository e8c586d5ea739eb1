import { notFound } from "../../api-error.ts";
import { deleteOAuthClientRow } from "../../db/authorization/oauth-clients.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";
import { findMethod } from "./find-method.ts";

export async function deleteOAuthClient(
  deps: Deps,
  caller: Caller,
  { resource: application, params: { authenticationId } }: InputOf<"deleteOAuthClient">,
): Promise<string> {
  findMethod(application, authenticationId);
  if (!(await deleteOAuthClientRow(deps.db.kysely, caller.companyId, authenticationId))) {
    throw notFound(`An OAuth client of your company for authentication method ${authenticationId}`);
  }
  return `The OAuth client of "${application.slug}", authentication method ${authenticationId}, was removed.`;
}
