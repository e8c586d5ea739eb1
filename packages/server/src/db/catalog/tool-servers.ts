import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Stores the servers of single operations of an application, after its tools have changed. */
export async function saveToolServers(db: Kysely<Schema>, applicationId: number): Promise<void> {
  await sql`update application set tool_servers = coalesce(
      (select array_agg(distinct binding::json ->> 'serverUrl') from tool
        where application_id = ${applicationId} and binding::json ->> 'serverUrl' is not null), '{}')
    where application_id = ${applicationId}`.execute(db);
}

/** Loads these servers, templated, without duplicates. Those of a built-in application at the operator's server all have its origin. */
export async function loadToolServers(db: Kysely<Schema>, applicationId: number): Promise<string[]> {
  const row = await db
    .selectFrom("application")
    .select(["tool_servers", isMoved.as("is_moved")])
    .where("application_id", "=", applicationId)
    .executeTakeFirst();
  return row === undefined || row.is_moved ? [] : row.tool_servers;
}

/** Whether an application is a built-in one at the server that the operator set (decisions D67). For queries of `application`. */
export const isMoved = sql<boolean>`application.company_id is null
  and coalesce(application.presentation ->> 'baseUrl', '') <> ''`;
