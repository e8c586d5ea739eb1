import type { CatalogApplication } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import { inTransaction } from "../in-transaction.ts";
import { lockCompany } from "../people/companies.ts";
import type { Schema } from "../schema.ts";
import { type AskedApplication, lockAsked } from "./lock-asked.ts";

/** Stores the methods of an application. Those that it no longer has stay for their connections, and are marked. */
export async function saveAuthentications(
  db: Kysely<Schema>,
  applicationId: number,
  { authentications }: Pick<CatalogApplication, "authentications">,
): Promise<void> {
  const keys = authentications.map((method) => method.key);
  await sql`update authentication_method set is_removed = true
    where application_id = ${applicationId} and key <> all(${keys})`.execute(db);
  for (const [position, method] of authentications.entries()) {
    await sql`insert into authentication_method (application_id, key, position, definition)
      values (${applicationId}, ${method.key}, ${position}, ${JSON.stringify(method)})
      on conflict (application_id, key) do update
        set position = excluded.position, definition = excluded.definition, is_removed = false`.execute(db);
  }
}

/**
 * Replaces the authentication methods of an MCP server's application, and says whether its tools need a connection. Its tools stay.
 *
 * @throws ApplicationMovedError
 */
export async function replaceAuthentications(
  db: Kysely<Schema>,
  companyId: number,
  application: AskedApplication,
  authentications: CatalogApplication["authentications"],
  requiresConnection: boolean,
): Promise<void> {
  const { applicationId } = application;
  await inTransaction(db, async (transaction) => {
    await lockCompany(transaction, companyId);
    await lockAsked(transaction, application);
    await saveAuthentications(transaction, applicationId, { authentications });
    const wanted = JSON.stringify(requiresConnection);
    await sql`update application set updated_date = now(),
        definition = jsonb_set(definition::jsonb, '{requiresConnection}', ${wanted}::jsonb)::json
      where application_id = ${applicationId}`.execute(transaction);
    const other = `"requiresConnection":${!requiresConnection}`;
    await sql`update tool set summary = replace(summary, ${other}, ${`"requiresConnection":${wanted}`})
      where application_id = ${applicationId} and summary like ${`%${other}%`}`.execute(transaction);
  });
}
