import { once } from "node:events";
import { type BenchProcess, failOnExit, startProcess } from "./child-process.ts";
import type { Load, LoadResult } from "./load.ts";

export function startDriver(): Promise<BenchProcess> {
  return startProcess("load-driver.ts");
}

/**
 * Sends a series of requests from the driver's process.
 *
 * @throws Error when a response was not as expected: figures of failed calls mean nothing.
 */
export async function drive(driver: BenchProcess, load: Load): Promise<LoadResult> {
  const settled = new AbortController();
  const message = once(driver.child, "message", { signal: settled.signal });
  driver.child.send(load);
  try {
    const [{ result, error }] = await Promise.race([
      message,
      failOnExit(driver.child, "The load driver", settled.signal),
    ]);
    if (!result || result.failure) {
      throw new Error(error ?? result?.failure ?? "The load driver failed.");
    }
    return result;
  } finally {
    settled.abort();
  }
}
