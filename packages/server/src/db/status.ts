import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Returns PostgreSQL's version, such as `18.1`. */
export async function loadDatabaseVersion(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version ?? "";
}

/** Counts the jobs of all servers by what became of them. */
export async function countJobs(
  db: Kysely<Schema>,
): Promise<{ waiting: number; active: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; active: number; failed: number }>`select
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed
    from pgboss.job`.execute(db);
  return rows[0] ?? { waiting: 0, active: 0, failed: 0 };
}
