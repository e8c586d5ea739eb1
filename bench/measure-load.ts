import type { BenchProcess } from "./child-process.ts";
import { drive } from "./driver.ts";
import type { Load } from "./load.ts";
import { readCpuSeconds, readDescendantCpuSeconds } from "./process-usage.ts";

/** The cost of a series of requests for the process that served them. */
export interface LoadFigures {
  /** User and system time of the server process. */
  cpuMicrosPerRequest: number;
  /** The same for its child processes: the database. */
  databaseCpuMicrosPerRequest: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

export async function measureLoad(driver: BenchProcess, pid: number, load: Load): Promise<LoadFigures> {
  const cpuBefore = readCpuSeconds(pid);
  const databaseBefore = readDescendantCpuSeconds(pid);
  const { durationMs, p50Ms, p99Ms } = await drive(driver, load);
  const micros = (seconds: number) => (seconds * 1_000_000) / load.count;
  return {
    cpuMicrosPerRequest: micros(readCpuSeconds(pid) - cpuBefore),
    databaseCpuMicrosPerRequest: micros(readDescendantCpuSeconds(pid) - databaseBefore),
    requestsPerSecond: load.count / (durationMs / 1000),
    p50Ms,
    p99Ms,
  };
}
