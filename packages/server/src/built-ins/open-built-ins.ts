import { setTimeout as sleep } from "node:timers/promises";
import { computeSourceKey, listBuiltInSlugs } from "@bowline/catalog";
import manifest from "../../package.json" with { type: "json" };
import { type Config, findCacheDir } from "../config/config.ts";
import { listInstalledSnapshots, setBuiltInAddresses } from "../db/catalog/built-ins.ts";
import type { Database } from "../db/open-database.ts";
import { compareSnapshots } from "./compare-snapshots.ts";
import type { InstallerTask, InstallResult } from "./installer-messages.ts";
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
  const { config, log } = options;
  const slugs = await chooseSlugs(config.builtIns);
  const operatorApplications = await readOperatorApplications(config.applications);
  const known = operatorApplications.size === 0 ? [] : await listBuiltInSlugs();
  for (const slug of operatorApplications.keys().filter((one) => !known.includes(one))) {
    log.warn({ application: slug }, "BOWLINE_APPLICATIONS names an application that is not built in");
  }
  return new InstalledBuiltIns(options, slugs, listAddresses(operatorApplications));
}

class InstalledBuiltIns implements BuiltIns {
  readonly #options: BuiltInsOptions;
  readonly #slugs: string[];
  readonly #addresses: Record<string, string>;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: BuiltInsOptions, slugs: string[], addresses: Record<string, string>) {
    this.#options = options;
    this.#slugs = slugs;
    this.#addresses = addresses;
  }

  async applyAddresses(): Promise<void> {
    if (this.#slugs.length > 0) {
      await setBuiltInAddresses(this.#options.db.background.kysely, this.#addresses);
    }
  }

  start(isQuiet: boolean): Promise<void> {
    if (this.#slugs.length > 0) {
      this.#running = this.#installUntilDone(isQuiet);
    }
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The server stops."));
    await this.#running;
  }

  async #installUntilDone(isQuiet: boolean): Promise<void> {
    const { signal } = this.#closing;
    let failed: string[] = [];
    for (let delayMs = firstRetryMs; !signal.aborted; delayMs = Math.min(delayMs * 2, longestRetryMs)) {
      try {
        const result = await this.#installIfOutdated(failed, isQuiet);
        if (result === null || result.failed.length === 0) {
          return;
        }
        failed = result.failed.map(({ slug }) => slug);
      } catch (error) {
        if (!signal.aborted) {
          this.#options.log.error(
            { err: error },
            "the built-in applications could not be installed; it is tried again later",
          );
        }
      }
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Null: the database has this version's already, or those of a newer one. */
  async #installIfOutdated(failedBefore: readonly string[], isQuiet: boolean): Promise<InstallResult | null> {
    const { version: serverVersion } = manifest;
    const key = await computeSourceKey(serverVersion, this.#slugs);
    const installed = await listInstalledSnapshots(this.#options.db.background.kysely);
    const state = compareSnapshots({ key, serverVersion }, installed);
    if (state === "newer") {
      this.#options.log.info("the built-in applications of the database are newer than those of this server");
    }
    return state === "outdated" ? this.#install({ key, serverVersion, failedBefore }, isQuiet) : null;
  }

  async #install(
    wanted: Pick<InstallerTask, "key" | "serverVersion" | "failedBefore">,
    isQuiet: boolean,
  ): Promise<InstallResult> {
    const { config, db, log, terminal } = this.#options;
    const task = {
      ...wanted,
      connectionConfig: db.connectionConfig,
      cacheDir: findCacheDir(config),
      slugs: this.#slugs,
      addresses: this.#addresses,
      isHybrid: config.search === "hybrid",
    };
    const report = reportProgress({ log, terminal, now: () => performance.now(), isQuiet });
    try {
      const result = await runInstaller(task, (progress) => report.update(progress), this.#closing.signal);
      report.end(result);
      return result;
    } finally {
      report.close();
    }
  }
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
