import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log/logger.ts";

const firstDelayMs = 500;
const longestDelayMs = 15_000;
const giveUpMs = 60 * 60 * 1000;
/** For this long, a statement that was cut off may still reach the database. */
const lateMs = 30_000;
const maxUnderWay = 2000;

let underWay = 0;

/**
 * Repeats a failed update of an idempotency key in the background until it succeeds or an hour has passed (decisions D87). Ends with
 * the process.
 *
 * @param isOnceMore run it a second time 30 seconds after it has succeeded
 */
export function repeatKeyUpdate(
  attempt: () => Promise<void>,
  log: Logger,
  { isOnceMore = false }: { isOnceMore?: boolean } = {},
): void {
  if (underWay >= maxUnderWay) {
    log.error("an idempotency key stays claimed for 24 hours: too many are waiting for the database");
    return;
  }
  underWay++;
  void repeat(attempt, isOnceMore)
    .catch((error) => log.error({ err: error }, "an idempotency key stays claimed for 24 hours"))
    .finally(() => underWay--);
}

async function repeat(attempt: () => Promise<void>, isOnceMore: boolean): Promise<void> {
  const deadline = performance.now() + giveUpMs;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(2 * delayMs, longestDelayMs)) {
    await sleep(delayMs, undefined, { ref: false });
    try {
      await attempt();
      break;
    } catch (error) {
      if (performance.now() > deadline) {
        throw error;
      }
    }
  }
  if (isOnceMore) {
    await sleep(lateMs, undefined, { ref: false });
    await repeat(attempt, false);
  }
}
