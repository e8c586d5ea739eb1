import {
  ConnectionError,
  IdempotencyConflictError,
  NotFoundError,
  RateLimitError,
  ServerError,
} from "./errors.ts";

/** Longer waits are left to the caller: the hourly budget may need an hour. */
const longestRetryAfter = 30;
const firstDelayMs = 500;
const longestDelayMs = 8000;

/** What decides whether a request is sent again. */
export interface Attempt {
  /** Attempts before this one failed. */
  failures: number;
  /** Whether sending it twice does no harm. */
  isRepeatable: boolean;
  /** Whether the SDK itself made the idempotency key. */
  hasOwnKey: boolean;
}

/** Returns how many milliseconds to wait before the next attempt, or null when the error is to be thrown. */
export function findRetryDelay(error: unknown, attempt: Attempt): number | null {
  if (error instanceof RateLimitError) {
    const { retryAfter } = error;
    return retryAfter !== null && retryAfter <= longestRetryAfter
      ? retryAfter * 1000 + Math.random() * 250
      : null;
  }
  if (error instanceof IdempotencyConflictError) {
    return attempt.hasOwnKey ? backOff(attempt.failures) : null;
  }
  if (error instanceof ServerError || error instanceof ConnectionError) {
    const asked = error instanceof ServerError ? (error.retryAfter ?? 0) * 1000 : 0;
    return attempt.isRepeatable && asked <= longestDelayMs ? asked + backOff(attempt.failures) : null;
  }
  return null;
}

/** Full jitter: a random share of a bound that doubles. */
const backOff = (failures: number): number =>
  Math.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** failures);

/** Waits. Rejects with the signal's reason when it is aborted. */
export function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, delayMs);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Does some work. Rejects with the signal's reason as soon as it is aborted. */
export async function rejectOnAbort<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  signal?.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/**
 * Whether an earlier attempt may have done a deletion that now finds nothing.
 *
 * @param mayHaveRun whether an earlier attempt failed without a refusal
 */
export const isDoneBefore = (error: unknown, method: string, mayHaveRun: boolean): boolean =>
  method === "DELETE" && mayHaveRun && error instanceof NotFoundError;
