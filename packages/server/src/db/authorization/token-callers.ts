import type { Kysely } from "kysely";
import { type Caller, consoleTokenSubject, selectCaller } from "../people/callers.ts";
import { loadSession } from "../people/sessions.ts";
import type { Schema } from "../schema.ts";

/**
 * Loads the caller that a token stands for; null when the grant, the client or the member behind it has ended (decisions D57).
 *
 * @param subject `grant:<jti>`, `client:<client id>` or `session:<hash>`
 */
export async function loadTokenCaller(db: Kysely<Schema>, subject: string): Promise<Caller | null> {
  const colon = subject.indexOf(":");
  const name = subject.slice(colon + 1);
  switch (subject.slice(0, colon)) {
    case "grant":
      return loadGrantCaller(db, subject, name);
    case "client":
      return loadClientCaller(db, subject, name);
    case "session":
      return loadSessionCaller(db, name);
    default:
      return null;
  }
}

async function loadGrantCaller(db: Kysely<Schema>, subject: string, jti: string): Promise<Caller | null> {
  const row = await selectCaller(db)
    .innerJoin("oauth_grant as g", "g.account_user_id", "a.account_user_id")
    .select([
      "g.toolset_id as toolsetId",
      "g.is_read_only as isReadOnly",
      "g.scopes",
      "g.expires_date as expiresDate",
    ])
    .where("g.jti", "=", jti)
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const { deletedDate, toolsetId, isReadOnly, scopes, expiresDate, ...member } = row;
  return {
    ...member,
    isProfileDeleted: deletedDate !== null,
    credential: {
      kind: "bearer",
      apiKeyId: null,
      tokenSubject: subject,
      expiresAtMs: expiresDate.getTime(),
      narrowing: { toolsetId, isReadOnly, scopes },
    },
  };
}

async function loadClientCaller(
  db: Kysely<Schema>,
  subject: string,
  clientId: string,
): Promise<Caller | null> {
  const row = await selectCaller(db)
    .innerJoin("registered_client as r", "r.account_user_id", "a.account_user_id")
    .where("r.client_id", "=", clientId)
    .executeTakeFirst();
  if (row === undefined) {
    return null;
  }
  const { deletedDate, ...member } = row;
  return {
    ...member,
    isProfileDeleted: deletedDate !== null,
    credential: {
      kind: "bearer",
      apiKeyId: null,
      tokenSubject: subject,
      expiresAtMs: null,
      narrowing: { toolsetId: null, isReadOnly: false, scopes: [] },
    },
  };
}

/** The console acts for the person: its token is not narrowed (decisions D55). */
async function loadSessionCaller(db: Kysely<Schema>, sessionHash: string): Promise<Caller | null> {
  const session = await loadSession(db, Buffer.from(sessionHash, "hex"));
  if (session === null || session.caller === null) {
    return null;
  }
  const { credential } = session.caller;
  return {
    ...session.caller,
    credential: { ...credential, kind: "bearer", tokenSubject: consoleTokenSubject },
  };
}
