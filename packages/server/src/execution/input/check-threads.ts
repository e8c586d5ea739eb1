import { ApiError } from "../../api-error.ts";
import {
  createThreadPool,
  type ThreadPoolOptions,
  ThreadStoppedError,
  ThreadsBusyError,
} from "../../threads/thread-pool.ts";
import type { CheckedInput } from "./check-input.ts";
import type { CheckJob } from "./check-job.ts";

/** Checks inputs in threads when the check may take long (decisions D75). */
export interface CheckThreads {
  /**
   * Returns what the check has found; one problem at `fields` when it took too long.
   *
   * @param party the account user whose input it is
   * @throws ApiError `INTERNAL_ERROR` when too many checks are waiting
   */
  check(job: CheckJob, party?: number): Promise<CheckedInput>;
}

const defaultTimeoutMs = 5000;

export function createCheckThreads(options: Partial<ThreadPoolOptions> = {}): CheckThreads {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const pool = createThreadPool<CheckJob, CheckedInput>(new URL("./check-worker.ts", import.meta.url), {
    ...options,
    timeoutMs,
  });
  return {
    async check(job, party) {
      try {
        return await pool.run(job, { party });
      } catch (error) {
        if (error instanceof ThreadStoppedError) {
          return tooSlow(timeoutMs);
        }
        throw error instanceof ThreadsBusyError
          ? new ApiError("INTERNAL_ERROR", "Too many large inputs are waiting to be checked. Try again.")
          : error;
      }
    },
  };
}

const tooSlow = (timeoutMs: number): CheckedInput => ({
  problems: [
    {
      field: "fields",
      issue: `Could not be checked against the tool's input schema within ${timeoutMs} ms. Send a smaller input.`,
    },
  ],
  largeIntegers: [],
});
