import { once } from "node:events";
import { type BenchProcess, startProcess } from "./child-process.ts";
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
  driver.child.send(load);
  const [{ result, error }] = (await once(driver.child, "message")) as [
    { result?: LoadResult; error?: string },
  ];
  if (!result || result.failure) throw new Error(error ?? result?.failure ?? "The load driver failed.");
  return result;
}
