import type { Kysely } from "kysely";
import type pg from "pg";
import { fromKysely, PgBoss } from "pg-boss";
import type { Schema } from "../db/schema.ts";
import type { Logger } from "../logger.ts";

/** What each queue's jobs carry. */
interface JobData {
  "refresh-objects": { connectionId: number };
  /** Refreshes that failed at every attempt. */
  "refresh-objects-given-up": { connectionId: number };
  "prune-history": Record<string, never>;
}

type QueueName = keyof JobData;

export type JobHandlers = { [Name in QueueName]: (data: JobData[Name]) => Promise<void> };

/** Work that outlives the process: each job is in the database until it is done. */
export interface Jobs {
  /** Adds a job in the caller's transaction. */
  add<Name extends QueueName>(transaction: Kysely<Schema>, queue: Name, data: JobData[Name]): Promise<void>;
  /** Takes up work; called once the handlers' parts stand. */
  start(handlers: JobHandlers): Promise<void>;
  close(): Promise<void>;
}

/** A job whose server died is taken up by another after 20 to 40 seconds. */
const queueOptions = {
  expireInSeconds: 600,
  heartbeatSeconds: 20,
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
};

/** Any number; the same in every server. */
const lockId = 4_400_002;

/** Opens the queues; they use the connections for background work. */
export async function openJobs(pool: pg.Pool, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    superviseIntervalSeconds: 20,
    monitorIntervalSeconds: 20,
  });
  boss.on("error", (error) => log.warn({ err: readError(error) }, "the job queue met an error"));
  await withLock(pool, () => setUpQueues(boss));

  return {
    async add(transaction, queue, data) {
      await boss.send(queue, data, { db: fromKysely(transaction) });
    },
    async start(handlers) {
      for (const [name, handle] of Object.entries(handlers)) {
        await boss.work<never>(name, { pollingIntervalSeconds: 1 }, async (jobs) => {
          for (const job of jobs) {
            await handle(job.data);
          }
        });
      }
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}

/** pg-boss tells most errors as plain objects, which a log line would show as `[object Object]`. */
function readError(told: unknown): Error {
  if (told instanceof Error) {
    return told;
  }
  const members = typeof told === "object" && told !== null ? { ...told } : { message: String(told) };
  const message = "message" in members ? String(members.message) : "no reason was given";
  return Object.assign(new Error(message), members);
}

async function setUpQueues(boss: PgBoss): Promise<void> {
  await boss.start();
  const deadLetter: QueueName = "refresh-objects-given-up";
  for (const name of [deadLetter, "refresh-objects", "prune-history"] satisfies QueueName[]) {
    await boss.createQueue(name, queueOptions);
  }
  await boss.updateQueue("refresh-objects", { deadLetter });
  await boss.schedule("prune-history", "23 * * * *");
}

/** pg-boss makes its schema without a lock: of two servers that start at once on an empty database one would fail. */
async function withLock(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lockId]);
    await work();
    await client.query("select pg_advisory_unlock($1)", [lockId]);
    client.release();
  } catch (error) {
    // Ending the connection gives the lock back, whatever happened.
    client.release(true);
    throw error;
  }
}
