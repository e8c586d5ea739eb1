import { type Kysely, sql } from "kysely";
import { deleteApprovalsBefore } from "../db/approvals.ts";
import { pruneAuthorizationServer } from "../db/authorization/oauth-artefacts.ts";
import { deleteOldSecrets } from "../db/connections/sign-ins.ts";
import { deleteExecutionsBefore } from "../db/history/executions.ts";
import { deleteOldIdempotencyKeys } from "../db/idempotency-keys.ts";
import { pruneBrowsers } from "../db/people/known-browsers.ts";
import { pruneSessions } from "../db/people/sessions.ts";
import { pruneTries } from "../db/people/sign-in-tries.ts";
import type { Schema } from "../db/schema.ts";
import { runEach } from "../turns/run-each.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes history older than `historyDays` in batches (decisions D34), approvals as old, old idempotency keys (decisions D35),
 * secrets of sign-ins that are over, and sessions, counted tries, known browsers, codes, tokens and grants that are over. What cannot be
 * deleted keeps nothing else.
 */
export async function deleteOldRows(db: Kysely<Schema>, historyDays: number, nowMs: number): Promise<void> {
  const before = new Date((await findEarlierTime(db, nowMs)) - historyDays * dayMs);
  await runEach([
    () => deleteExecutionsBefore(db, before),
    () => deleteOldIdempotencyKeys(db),
    () => deleteApprovalsBefore(db, before),
    () => deleteOldSecrets(db),
    () => pruneSessions(db),
    () => pruneTries(db),
    () => pruneBrowsers(db),
    () => pruneAuthorizationServer(db),
  ]);
}

/** Compares two clocks, because one that is wrong by a month would delete the whole history. */
async function findEarlierTime(db: Kysely<Schema>, nowMs: number): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db);
  return Math.min(nowMs, ...rows.map(({ now }) => now.getTime()));
}
