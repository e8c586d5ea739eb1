import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Stores the servers of single operations of an application, after its tools have changed. */
export async function saveToolServers(db: Kysely<Schema>, applicationId: number): Promise<void> {
  await sql`update application set tool_servers = coalesce(
      (select array_agg(distinct binding::json ->> 'serverUrl') from tool
        where application_id = ${applicationId} and binding::json ->> 'serverUrl' is not null), '{}')
    where application_id = ${applicationId}`.execute(db);
}

/** Loads these servers, templated, without duplicates. */
export async function loadToolServers(db: Kysely<Schema>, applicationId: number): Promise<string[]> {
  const row = await db
    .selectFrom("application")
    .select("tool_servers")
    .where("application_id", "=", applicationId)
    .executeTakeFirst();
  return row?.tool_servers ?? [];
}
