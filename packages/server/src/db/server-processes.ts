import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** A process that serves, or was killed within the last day. */
export interface ServerProcess {
  host: string;
  version: string;
  startedDate: Date;
  aliveDate: Date;
  isAlive: boolean;
}

const maxListed = 200;

/** Notes that a process is alive. Forgets those that were killed more than a day ago. */
export async function noteAlive(
  db: Kysely<Schema>,
  { processId, host, version }: { processId: string; host: string; version: string },
): Promise<void> {
  await sql`insert into server_process (process_id, host, version) values (${processId}, ${host}, ${version})
    on conflict (process_id) do update set alive_date = now()`.execute(db);
  await sql`delete from server_process where alive_date < now() - interval '1 day'`.execute(db);
}

export async function removeProcess(db: Kysely<Schema>, processId: string): Promise<void> {
  await sql`delete from server_process where process_id = ${processId}`.execute(db);
}

/** Lists the processes, the one that started first at the top. */
export async function listProcesses(db: Kysely<Schema>): Promise<ServerProcess[]> {
  const { rows } =
    await sql<ServerProcess>`select host, version, started_date as "startedDate", alive_date as "aliveDate",
      alive_date > now() - interval '30 seconds' as "isAlive"
    from server_process order by started_date, process_id limit ${maxListed}`.execute(db);
  return rows;
}
