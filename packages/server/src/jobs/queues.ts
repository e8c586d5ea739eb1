import type pg from "pg";
import { PgBoss } from "pg-boss";
import { advisoryLocks } from "../db/advisory-locks.ts";
import { releaseClaims } from "./release-claims.ts";
import { type RevocationData, revocationTries } from "./revoke-tokens.ts";

/** The data of the jobs of each queue. */
export interface JobData {
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

export type QueueName = keyof JobData;

export const revocationQueue = "revoke-tokens" satisfies QueueName;

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
 * A provider may be down for hours. A job's handler says when it is over, and then the job is deleted, so the limit here is not
 * reached: a job that reaches it would stay in the database for a while. The waits double, from a minute to an hour or two.
 */
const revocationOptions = { ...queueOptions, retryLimit: 4 * revocationTries, retryDelay: 60 };

/** One server counts at a time. The first count of a large history may take long. */
const countingOptions = { ...queueOptions, policy: "exclusive", expireInSeconds: 4 * 3600 } as const;

/** Starts pg-boss, and brings its tables and the queues to this version. */
export async function setUpQueues(boss: PgBoss, pool: pg.Pool): Promise<void> {
  await withLock(pool, async () => {
    await boss.start();
    await createQueues(boss);
    await releaseClaims(pool);
  });
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
  await withLock(pool, async () => void (await boss.start()));
  await boss.stop({ graceful: false });
}

async function createQueues(boss: PgBoss): Promise<void> {
  const deadLetter: QueueName = "refresh-objects-given-up";
  for (const name of [deadLetter, "refresh-objects", "prune-history"] satisfies QueueName[]) {
    await boss.createQueue(name, queueOptions);
  }
  const embedding: QueueName = "embed-tools";
  await boss.createQueue(embedding, embeddingOptions);
  await boss.createQueue(revocationQueue, revocationOptions);
  await boss.updateQueue("refresh-objects", { deadLetter });
  // A server that is rarely up at that minute makes up for it.
  await boss.schedule("prune-history", "23 * * * *", null, { missed: "once" });
  const counting: QueueName = "count-history";
  await boss.createQueue(counting, countingOptions);
  await boss.schedule(counting, "13 * * * *");
  // What an earlier version or a server that stopped has left.
  await boss.send(counting, {});
}

/** pg-boss would also create a schema that is there, which a user who may create none is refused. */
export async function hasSchema(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>("select to_regnamespace('pgboss') is not null as has");
  return rows[0]?.has === true;
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
