import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { fromKysely, PgBoss } from "pg-boss";
import type { RevocationQueue } from "../connect/tokens/revocation-queue.ts";
import type { RefreshedConnection } from "../connections/start-refresh.ts";
import { advisoryLocks } from "../db/advisory-locks.ts";
import type { Schema } from "../db/schema.ts";
import type { Logger } from "../log/logger.ts";
import { OutageLog } from "../log/outage-log.ts";
import { hasSchema, type JobData, type QueueName, revocationQueue, setUpQueues } from "./queues.ts";
import { releaseClaims } from "./release-claims.ts";
import { buildRevocation } from "./revoke-tokens.ts";
import { type JobHandlers, workOnJobs } from "./work-on-jobs.ts";

/** Work that survives the process: a job stays in the database until it is done. */
export interface Jobs extends RevocationQueue {
  /** Adds the refresh of a connection in the caller's transaction. */
  addRefresh(transaction: Kysely<Schema>, connection: RefreshedConnection): Promise<void>;
  /** Deletes what is left of revocations that were added a day ago or have ended. */
  pruneRevocations(): Promise<void>;
  /** Adds a job to embed an application's tools, unless one waits already. */
  addEmbedding(applicationId: number): Promise<void>;
  /** Starts working on jobs; called once the parts that the handlers use are open. */
  start(handlers: JobHandlers): Promise<void>;
  close(): Promise<void>;
}

/** How often it is looked whether the database's clock was set back. */
const releaseEveryMs = 60_000;

/** Opens the queues. They use the database connections for background work. */
export async function openJobs(pool: pg.Pool, log: Logger): Promise<Jobs> {
  const boss = await openBoss(pool, log);
  await setUpQueues(boss, pool);
  const closing = new AbortController();
  // A database that is away is reported elsewhere.
  const releasing = setInterval(() => releaseClaims(pool).catch(() => {}), releaseEveryMs).unref();

  return {
    async addRefresh(transaction, { connectionId, companyId, applicationId }) {
      const queue: QueueName = "refresh-objects";
      await boss.send(queue, { connectionId } satisfies JobData[typeof queue], {
        db: fromKysely(transaction),
        // A built-in application belongs to many companies, which must not wait for each other.
        group: { id: `${companyId} ${applicationId}` },
        priority: -(await countBefore(transaction, companyId)),
      });
    },
    async addRevocations(transaction, deleted, { afterSeconds = 0, stateHash } = {}) {
      const jobs = deleted.flatMap((connection) => buildRevocation(connection, stateHash) ?? []);
      if (jobs.length === 0) {
        return [];
      }
      const inserted = jobs.map(({ data, host }, place) => ({
        data,
        group: { id: host },
        startAfter: afterSeconds,
        // The first ones of each deletion come before what is left of a large one, also of another company.
        priority: -place,
      }));
      const options = { db: fromKysely(transaction), returnId: true };
      return (await boss.insert(revocationQueue, inserted, options)) ?? [];
    },
    async endRevocations(jobIds, transaction) {
      if (jobIds.length > 0) {
        const options = transaction === undefined ? {} : { db: fromKysely(transaction) };
        await boss.deleteJob(revocationQueue, [...jobIds], options);
      }
    },
    async withdrawRevocations(transaction, jobIds) {
      const { numAffectedRows = 0n } = await sql`
        delete from pgboss.job where name = ${revocationQueue} and id = any(${jobIds}::uuid[]) and state = 'created'`.execute(
        transaction,
      );
      return numAffectedRows === BigInt(jobIds.length);
    },
    async pruneRevocations() {
      await pool.query(
        `delete from pgboss.job where name = $1
          and (created_on < now() - interval '1 day' or state > 'active')`,
        [revocationQueue],
      );
    },
    async addEmbedding(applicationId) {
      const queue: QueueName = "embed-tools";
      await boss.send(queue, { applicationId }, { singletonKey: String(applicationId) });
    },
    start: (handlers) => workOnJobs(boss, log, handlers, closing.signal),
    close() {
      // A long job stops at once and is taken up by another server.
      closing.abort(new Error("The server is closing."));
      clearInterval(releasing);
      return boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

async function openBoss(pool: pg.Pool, log: Logger): Promise<PgBoss> {
  // While the database is away, each queue reports several errors a second.
  const outage = new OutageLog(
    log,
    { failing: "the job queue reported an error and will go on", working: "the job queue works again" },
    () => performance.now(),
  );
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        const result = await pool.query(text, values);
        outage.noteSuccess();
        return result;
      },
    },
    createSchema: !(await hasSchema(pool)),
    superviseIntervalSeconds: 20,
    monitorIntervalSeconds: 20,
  });
  boss.on("error", (error) => outage.noteFailure(toError(error)));
  return boss;
}

/**
 * Counts the refreshes of a company that wait or run. The next one comes after as many of each other company, so that companies take
 * turns. One that is added at the same moment counts, too: only one of them can be the company's first.
 */
async function countBefore(transaction: Kysely<Schema>, companyId: number): Promise<number> {
  const isAlone = await sql<{ isAlone: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLocks.addRefresh}, ${companyId}) as "isAlone"`.execute(
    transaction,
  );
  // Jobs that wait and jobs that run have an index each; those that ended stay for a week.
  const before = await sql<{ count: string }>`
    select count(*) from (
      select group_id from pgboss.job where name = 'refresh-objects' and state < 'active'
      union all select group_id from pgboss.job where name = 'refresh-objects' and state = 'active'
    ) open where split_part(group_id, ' ', 1) = ${companyId}::text`.execute(transaction);
  return Number(before.rows[0]?.count ?? 0) + (isAlone.rows[0]?.isAlone === true ? 0 : 1);
}

/** Converts to an Error: pg-boss emits most errors as plain objects, which a log line would show as `[object Object]`. */
function toError(emitted: unknown): Error {
  if (emitted instanceof Error) {
    return emitted;
  }
  const members =
    typeof emitted === "object" && emitted !== null ? { ...emitted } : { message: String(emitted) };
  const message = "message" in members ? String(members.message) : "no reason was given";
  return Object.assign(new Error(message), members);
}
