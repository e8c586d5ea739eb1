import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { ConsentRequest } from "../../access-tokens/consent-request.ts";
import { chooseMemberScopes } from "../../access-tokens/member-scopes.ts";
import { saveGrantRow } from "../../db/authorization/oauth-grants.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Schema } from "../../db/schema.ts";
import { isReferenceGone } from "../../db/sql-state.ts";

/** The longest that refresh tokens of a grant work (decisions D57). */
const grantSeconds = 180 * 24 * 60 * 60;

/** How a person narrows a grant (decisions D59). */
export interface GrantNarrowing {
  toolsetId: string | null;
  isReadOnly: boolean;
}

/**
 * Stores what a person allowed a client, narrowed from its first moment.
 *
 * @returns the grant's name in tokens. Null: the toolset or the member was deleted since it was loaded
 */
export async function saveGrant(
  db: Kysely<Schema>,
  nowMs: number,
  caller: Caller,
  request: ConsentRequest,
  narrowing: GrantNarrowing,
): Promise<string | null> {
  // A form that is sent twice, as by a double click, gives one grant.
  const jti = hash("sha256", `grant:${request.uid}:${caller.accountUserId}`, "base64url");
  const scopes = chooseMemberScopes(request.scopes, caller);
  const given = scopes.join(" ");
  const iat = Math.floor(nowMs / 1000);
  // The form in which the authorization server keeps its grants.
  const payload = {
    kind: "Grant",
    jti,
    iat,
    exp: iat + grantSeconds,
    accountId: String(caller.accountUserId),
    clientId: request.clientId,
    openid: { scope: given },
    resources: { [request.address]: given },
    ...(request.isResourceOpen && { isResourceChosen: true }),
    // Only Admins can give this scope. Without a note that it was refused, the person would be asked again.
    ...(caller.role !== "Admin" && {
      rejected: { openid: { scope: "admin" }, resources: { [request.address]: "admin" } },
    }),
  };
  const grant = {
    jti,
    clientId: request.clientId,
    clientName: request.clientName,
    accountUserId: caller.accountUserId,
    resource: request.resource.url,
    scopes,
    toolsetId: narrowing.toolsetId,
    isReadOnly: narrowing.isReadOnly,
    payload: JSON.stringify(payload),
    expiresDate: new Date((iat + grantSeconds) * 1000),
  };
  try {
    await saveGrantRow(db, grant);
    return jti;
  } catch (error) {
    if (isReferenceGone(error)) {
      return null;
    }
    throw error;
  }
}
