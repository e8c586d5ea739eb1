import type { Kysely } from "kysely";
import { forbidden, invalidField } from "../api-error.ts";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import { type ConnectionRow, loadConnection } from "../db/connections/connections.ts";
import type { Caller } from "../db/people/callers.ts";
import type { Schema } from "../db/schema.ts";

/** Loads the connection to renew. @throws ApiError `VALIDATION_ERROR`, or `FORBIDDEN` when another member owns it (decisions D9a) */
export async function loadConnectionToRenew(
  db: Kysely<Schema>,
  caller: Pick<Caller, "accountUserId">,
  { applicationId, slug }: Pick<ApplicationEntry, "applicationId" | "slug">,
  connectionId: number,
): Promise<ConnectionRow> {
  const connection = await loadConnection(db, connectionId);
  if (connection === null) {
    throw invalidField("connectionId", `Connection ${connectionId} does not exist.`);
  }
  if (connection.accountUserId !== caller.accountUserId) {
    throw forbidden(`Connection ${connectionId} is not yours.`);
  }
  if (connection.applicationId !== applicationId) {
    throw invalidField("connectionId", `Connection ${connectionId} is not a connection to "${slug}".`);
  }
  return connection;
}
