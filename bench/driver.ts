import { once } from "node:events";
import { type BenchProcess, failOnExit, startProcess } from "./child-process.ts";
import type { Load, LoadResult } from "./load.ts";

export function startDriver(): Promise<BenchProcess> {
  return startProcess("load-driver.ts");
}

/**
 * Runs a series of requests from the driver's process.
 *
 * @throws Error when an answer was not as expected: figures of failed calls would be worth nothing.
 */
export async function drive(driver: BenchProcess, load: Load): Promise<LoadResult> {
  const answered = new AbortController();
  const message = once(driver.child, "message", { signal: answered.signal });
  driver.child.send(load);
  try {
    const [{ result, error }] = await Promise.race([
      message,
      failOnExit(driver.child, "The load driver", answered.signal),
    ]);
    if (!result || result.failure) {
      throw new Error(error ?? result?.failure ?? "The load driver failed.");
    }
    return result;
  } finally {
    answered.abort();
  }
}
