import { readFile } from "node:fs/promises";

/** A process with fewer is used up by a few hundred callers. */
const leastFiles = 1024;

/**
 * Finds out whether few files may be open at once. Each connection is one, and the system cuts off those that are too many without an
 * error that could be logged.
 *
 * @param path the limits of the process, as Linux writes them
 * @returns the limit; null when it is high enough or unknown
 */
export async function findLowFileLimit(path = "/proc/self/limits"): Promise<number | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  const [, limit] = /^Max open files +(\d+)/m.exec(text) ?? [];
  return limit !== undefined && Number(limit) < leastFiles ? Number(limit) : null;
}
