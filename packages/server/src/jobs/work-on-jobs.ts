import type { Job, PgBoss } from "pg-boss";
import type { Logger } from "../log/logger.ts";
import { type JobData, type QueueName, revocationQueue } from "./queues.ts";
import { type RevocationData, revocationTries } from "./revoke-tokens.ts";

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

/**
 * A refresh waits for an application's server, which may not respond for minutes. So a few run side by side, and an application holds up
 * only its own. Two more places are kept for companies that have no other refresh, so that none holds up the others.
 */
const refreshOptions = [
  { localConcurrency: 4, localGroupConcurrency: 1 },
  { localConcurrency: 2, localGroupConcurrency: 1, minPriority: 0 },
];

/**
 * Another provider's revocations do not wait for one that does not respond. When many wait, the next one begins at once: those of an
 * application with 5,000 connections would else take three hours.
 */
const revocationWorkers = { localConcurrency: 4, localGroupConcurrency: 1, burstWhenReadyExceeds: 10 };

/**
 * Has a server take up jobs.
 *
 * @param closing aborted when the server stops. A handler gets the signal, and a failure is no warning then
 */
export async function workOnJobs(
  boss: PgBoss,
  log: Logger,
  { "revoke-tokens": revoke, ...handlers }: JobHandlers,
  closing: AbortSignal,
): Promise<void> {
  const warn: WarnOfFailure = (job, error) => {
    if (!closing.aborted) {
      log.warn({ err: error, job }, "a job failed");
    }
  };
  await workOnRevocations(boss, revoke, warn);
  for (const [name, handle] of Object.entries(handlers)) {
    const run = async (job: Job<never>) => {
      await handle(job.data, AbortSignal.any([job.signal, closing])).catch((error: unknown) => {
        warn(name, error);
        throw error;
      });
    };
    const pollingIntervalSeconds = name === "count-history" ? 10 : 1;
    for (const options of name === "refresh-objects" ? refreshOptions : [{}]) {
      await boss.work<never>(name, { pollingIntervalSeconds, ...options }, async (jobs) => {
        for (const job of jobs) {
          await run(job);
        }
      });
    }
  }
}

type WarnOfFailure = (job: string, error: unknown) => void;

/** A revocation that is to be tried again. The queue keeps the message until then. */
class RevocationPostponedError extends Error {
  override readonly name = "RevocationPostponedError";
}

/** A job is deleted when it is over, and after its last try even if this server failed in it, so that no secret is kept longer. */
async function workOnRevocations(
  boss: PgBoss,
  revoke: JobHandlers["revoke-tokens"],
  warn: WarnOfFailure,
): Promise<void> {
  const options = { ...revocationWorkers, pollingIntervalSeconds: 2, includeMetadata: true } as const;
  await boss.work<RevocationData>(revocationQueue, options, async (jobs) => {
    for (const { id, data, retryCount } of jobs) {
      const attempt = retryCount + 1;
      const isOver =
        attempt > revocationTries ||
        (await revoke(data, attempt).catch((error: unknown) => {
          warn(revocationQueue, error);
          return attempt === revocationTries;
        }));
      if (!isOver) {
        throw new RevocationPostponedError("The provider is asked again later.");
      }
      await boss.deleteJob(revocationQueue, id);
    }
  });
}
