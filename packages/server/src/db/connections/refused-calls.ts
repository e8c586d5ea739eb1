import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Counts a call whose credentials the application refused, up to a limit. */
export async function countRefusedCall(
  db: Kysely<Schema>,
  connectionId: number,
  limit: number,
): Promise<void> {
  await db
    .updateTable("connection")
    .set({ refused_calls: sql`refused_calls + 1` })
    .where("connection_id", "=", connectionId)
    .where("refused_calls", "<", limit)
    .execute();
}

/** Sets how many calls in a row the application has refused. */
export async function setRefusedCalls(
  db: Kysely<Schema>,
  connectionId: number,
  refusedCalls: number,
): Promise<void> {
  await db
    .updateTable("connection")
    .set({ refused_calls: refusedCalls })
    .where("connection_id", "=", connectionId)
    .execute();
}
