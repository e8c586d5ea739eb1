import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { fromKysely, PgBoss } from "pg-boss";
import type { RevocationQueue } from "../connect/tokens/revocation-queue.ts";
import type { RefreshedConnection } from "../connections/start-refresh.ts";
import { advisoryLocks } from "../db/advisory-locks.ts";
import type { Schema } from "../db/schema.ts";
import type { Logger } from "../log/logger.ts";
import { OutageLog } from "../log/outage-log.ts";
import { buildRevocation, type RevocationData, revocationTries } from "./revoke-tokens.ts";

/** The data of the jobs of each queue. */
interface JobData {
  "refresh-objects": { connectionId: number };
  /** Refreshes that failed on every attempt. */
  "refresh-objects-given-up": { connectionId: number };
  /** Deletes what is over, of the history and of other tables (`delete-old-rows.ts`). */
  "prune-history": Record<string, never>;
  "count-history": Record<string, never>;
  /** With hybrid search only. */
  "embed-tools": { applicationId: number };
  "revoke-tokens": RevocationData;
}

type QueueName = keyof JobData;

const revocationQueue = "revoke-tokens" satisfies QueueName;

/** A queue without a handler is left to other servers. */
export type JobHandlers = {
  [Name in Exclude<QueueName, "embed-tools" | "revoke-tokens">]: (
    data: JobData[Name],
    signal: AbortSignal,
  ) => Promise<void>;
} & {
  "embed-tools"?: (data: JobData["embed-tools"]) => Promise<void>;
  /** `attempt` is 1 at the first try. False: the job is to be tried again. */
  "revoke-tokens": (data: JobData["revoke-tokens"], attempt: number) => Promise<boolean>;
};

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

/** Another server takes over a job 20 to 40 seconds after its server died. */
const queueOptions = {
  expireInSeconds: 600,
  heartbeatSeconds: 20,
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
};

/** A thousand tools take a minute or two, and the model may have to be installed first. */
const embeddingOptions = {
  ...queueOptions,
  policy: "short",
  expireInSeconds: 4 * 3600,
  retryLimit: 20,
} as const;

/**
 * A refresh waits for an application's server, which may not respond for minutes. So a few run side by side, and an application holds up
 * only its own. Two more places are kept for companies that have no other refresh, so that none holds up the others.
 */
const refreshOptions = [
  { localConcurrency: 4, localGroupConcurrency: 1 },
  { localConcurrency: 2, localGroupConcurrency: 1, minPriority: 0 },
];

/**
 * A provider may be down for hours. A job's handler says when it is over, and then the job is deleted, so the limit here is not
 * reached: a job that reaches it would stay in the database for a while. The waits double, from a minute to an hour or two.
 */
const revocationOptions = { ...queueOptions, retryLimit: 4 * revocationTries, retryDelay: 60 };

/**
 * Another provider's revocations do not wait for one that does not respond. When many wait, the next one begins at once: those of an
 * application with 5,000 connections would else take three hours.
 */
const revocationWorkers = { localConcurrency: 4, localGroupConcurrency: 1, burstWhenReadyExceeds: 10 };

/** One server counts at a time. The first count of a large history may take long. */
const countingOptions = { ...queueOptions, policy: "exclusive", expireInSeconds: 4 * 3600 } as const;

/** Opens the queues. They use the database connections for background work. */
export async function openJobs(pool: pg.Pool, log: Logger): Promise<Jobs> {
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
  await withLock(pool, () => setUpQueues(boss));
  const closing = new AbortController();

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
    async start({ "revoke-tokens": revoke, ...handlers }) {
      await workOnRevocations(boss, log, revoke, closing.signal);
      for (const [name, handle] of Object.entries(handlers)) {
        const pollingIntervalSeconds = name === "count-history" ? 10 : 1;
        for (const options of name === "refresh-objects" ? refreshOptions : [{}]) {
          await boss.work<never>(name, { pollingIntervalSeconds, ...options }, async (jobs) => {
            for (const job of jobs) {
              try {
                await handle(job.data, AbortSignal.any([job.signal, closing.signal]));
              } catch (error) {
                if (!closing.signal.aborted) {
                  log.warn({ err: error, job: name }, "a job failed");
                }
                throw error;
              }
            }
          });
        }
      }
    },
    close() {
      // A long job stops at once and is taken up by another server.
      closing.abort(new Error("The server is closing."));
      return boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

/**
 * Creates the tables of the queues, or brings them to this version, and creates no queue: for a database that gets the queues of
 * another one.
 */
export async function createJobTables(pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    createSchema: !(await hasSchema(pool)),
    supervise: false,
    schedule: false,
  });
  await withLock(pool, async () => {
    await boss.start();
  });
  await boss.stop({ graceful: false });
}

/** A revocation that is to be tried again. The queue keeps the message until then. */
class RevocationPostponedError extends Error {
  override readonly name = "RevocationPostponedError";
}

/** A job is deleted when it is over, and after its last try even if this server failed in it, so that no secret is kept longer. */
async function workOnRevocations(
  boss: PgBoss,
  log: Logger,
  revoke: JobHandlers["revoke-tokens"],
  closing: AbortSignal,
): Promise<void> {
  const options = { ...revocationWorkers, pollingIntervalSeconds: 2, includeMetadata: true } as const;
  await boss.work<RevocationData>(revocationQueue, options, async (jobs) => {
    for (const { id, data, retryCount } of jobs) {
      const attempt = retryCount + 1;
      const isOver =
        attempt > revocationTries ||
        (await revoke(data, attempt).catch((error: unknown) => {
          if (!closing.aborted) {
            log.warn({ err: error, job: revocationQueue }, "a job failed");
          }
          return attempt === revocationTries;
        }));
      if (!isOver) {
        throw new RevocationPostponedError("The provider is asked again later.");
      }
      await boss.deleteJob(revocationQueue, id);
    }
  });
}

/** pg-boss would also create a schema that is there, which a user who may create none is refused. */
async function hasSchema(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>("select to_regnamespace('pgboss') is not null as has");
  return rows[0]?.has === true;
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

async function setUpQueues(boss: PgBoss): Promise<void> {
  await boss.start();
  const deadLetter: QueueName = "refresh-objects-given-up";
  for (const name of [deadLetter, "refresh-objects", "prune-history"] satisfies QueueName[]) {
    await boss.createQueue(name, queueOptions);
  }
  const embedding: QueueName = "embed-tools";
  await boss.createQueue(embedding, embeddingOptions);
  await boss.createQueue(revocationQueue, revocationOptions);
  await boss.updateQueue("refresh-objects", { deadLetter });
  await boss.schedule("prune-history", "23 * * * *");
  const counting: QueueName = "count-history";
  await boss.createQueue(counting, countingOptions);
  await boss.schedule(counting, "13 * * * *");
  // What an earlier version or a server that stopped has left.
  await boss.send(counting, {});
}

/** pg-boss creates its schema without a lock. If two servers started at once on an empty database, one would fail. */
async function withLock(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.createJobQueues]);
    await work();
    await client.query("select pg_advisory_unlock($1)", [advisoryLocks.createJobQueues]);
    client.release();
  } catch (error) {
    // Ending the connection always releases the lock.
    client.release(true);
    throw error;
  }
}
