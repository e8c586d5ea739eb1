import { setTimeout as sleep } from "node:timers/promises";
import { computeSourceKey, listBuiltInSlugs } from "@bowline/catalog";
import manifest from "../../package.json" with { type: "json" };
import { type Config, findCacheDir } from "../config/config.ts";
import { listInstalledSnapshots, setBuiltInAddresses } from "../db/catalog/built-ins.ts";
import type { Database } from "../db/open-database.ts";
import { compareSnapshots } from "./compare-snapshots.ts";
import type { InstallResult } from "./installer-messages.ts";
import { type OperatorApplications, readOperatorApplications } from "./operator-applications.ts";
import { type ReportOptions, reportProgress } from "./report-progress.ts";
import { runInstaller } from "./run-installer.ts";

/** The built-in applications of this server's version (decisions D67). */
export interface BuiltIns {
  /** Moves those that are installed to the servers that the operator set. */
  applyAddresses(): Promise<void>;
  /**
   * Installs them if the database has none, or older ones. Never rejects; ends when they are installed, or when it is closed.
   *
   * @param isQuiet the log gets only what is missing; a terminal's bar is gone in the end
   */
  start(isQuiet: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface BuiltInsOptions extends Pick<ReportOptions, "log" | "terminal"> {
  config: Pick<Config, "builtIns" | "applications" | "dataDir" | "cacheDir" | "search">;
  db: Pick<Database, "background" | "connectionConfig">;
}

const firstRetryMs = 60_000;
const longestRetryMs = 6 * 3_600_000;

/**
 * Finds which built-in applications this server has.
 *
 * @throws Error when a setting names one that does not exist, or the operator's file is wrong
 */
export async function openBuiltIns(options: BuiltInsOptions): Promise<BuiltIns> {
  const { config, db, log, terminal } = options;
  const slugs = await chooseSlugs(config.builtIns);
  const operatorApplications = await readOperatorApplications(config.applications);
  const addresses = listAddresses(operatorApplications);
  const known = operatorApplications.size === 0 ? [] : await listBuiltInSlugs();
  for (const slug of operatorApplications.keys().filter((one) => !known.includes(one))) {
    log.warn({ application: slug }, "BOWLINE_APPLICATIONS names an application that is not built in");
  }
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> = Promise.resolve();

  async function tryOnce(failedBefore: readonly string[], isQuiet: boolean): Promise<InstallResult | null> {
    const { version: serverVersion } = manifest;
    const key = await computeSourceKey(serverVersion, slugs);
    const installed = await listInstalledSnapshots(db.background.kysely);
    const state = compareSnapshots({ key, serverVersion }, installed);
    if (state !== "outdated") {
      if (state === "newer") {
        log.info("the built-in applications of the database are newer than those of this server");
      }
      return null;
    }
    const report = reportProgress({ log, terminal, now: () => performance.now(), isQuiet });
    const cacheDir = findCacheDir(config);
    const { connectionConfig } = db;
    const isHybrid = config.search === "hybrid";
    const task = { connectionConfig, cacheDir, key, serverVersion, slugs, addresses, isHybrid, failedBefore };
    try {
      const result = await runInstaller(task, (progress) => report.update(progress), signal);
      report.end(result);
      return result;
    } finally {
      report.close();
    }
  }

  async function installUntilDone(isQuiet: boolean): Promise<void> {
    let failed: string[] = [];
    for (let delayMs = firstRetryMs; !signal.aborted; delayMs = Math.min(delayMs * 2, longestRetryMs)) {
      try {
        const result = await tryOnce(failed, isQuiet);
        if (result === null || result.failed.length === 0) {
          return;
        }
        failed = result.failed.map(({ slug }) => slug);
      } catch (error) {
        if (!signal.aborted) {
          log.error(
            { err: error },
            "the built-in applications could not be installed; it is tried again later",
          );
        }
      }
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  return {
    async applyAddresses() {
      if (slugs.length > 0) {
        await setBuiltInAddresses(db.background.kysely, addresses);
      }
    },
    start(isQuiet) {
      running = slugs.length === 0 ? running : installUntilDone(isQuiet);
      return running;
    },
    async close() {
      closing.abort(new Error("The server stops."));
      await running;
    },
  };
}

const listAddresses = (applications: OperatorApplications): Record<string, string> =>
  Object.fromEntries(
    [...applications].flatMap(([slug, { serverUrl }]) =>
      serverUrl === undefined ? [] : [[slug, serverUrl]],
    ),
  );

async function chooseSlugs(setting: Config["builtIns"]): Promise<string[]> {
  return setting === "all" ? await listBuiltInSlugs() : [...setting];
}
