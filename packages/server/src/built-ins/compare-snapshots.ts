import type { InstalledSnapshot } from "../db/catalog/built-ins.ts";

/**
 * Says whether a server should install its own snapshot. One that was overtaken leaves the newer one alone, so that two servers of
 * different versions on one database do not replace each other's.
 *
 * @param installed the newest first
 */
export function compareSnapshots(
  own: InstalledSnapshot,
  installed: readonly InstalledSnapshot[],
): "current" | "newer" | "outdated" {
  const [newest] = installed;
  if (newest === undefined) {
    return "outdated";
  }
  if (newest.key === own.key) {
    return "current";
  }
  const wasOvertaken = installed.some(({ key }) => key === own.key);
  return wasOvertaken || isNewer(newest.serverVersion, own.serverVersion) ? "newer" : "outdated";
}

/** Compares versions such as `0.12.0`; what follows a hyphen does not count. */
function isNewer(one: string, other: string): boolean {
  const [ones, others] = [one, other].map((version) => (version.split("-")[0] ?? "").split(".").map(Number));
  for (const [index, number] of (ones ?? []).entries()) {
    const against = others?.[index] ?? 0;
    if (number !== against) {
      return number > against;
    }
  }
  return false;
}
