import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  buildSnapshot,
  downloadAll,
  type FailedApplication,
  isSnapshotOf,
  listBuiltInSlugs,
  openPackageFiles,
  readSnapshot,
  SnapshotError,
} from "@bowline/catalog/built-in";
import { nameUnfinished, removeAbandoned } from "@bowline/catalog/unfinished-file";
import { type Kysely, sql } from "kysely";
import { advisoryLocks } from "../db/advisory-locks.ts";
import {
  addInstalledSnapshot,
  deprecateRetired,
  listInstalledSnapshots,
  loadBuiltInSlugs,
  saveBuiltInIcon,
  setBuiltInAddresses,
} from "../db/catalog/built-ins.ts";
import { ToolSlugTakenError } from "../db/catalog/published-slugs.ts";
import { saveApplication } from "../db/catalog/save-application.ts";
import type { Schema } from "../db/schema.ts";
import { compareSnapshots } from "./compare-snapshots.ts";
import type { InstallerTask, InstallProgress, InstallResult } from "./installer-messages.ts";

export interface InstallOptions {
  task: InstallerTask;
  /** The folder of all built-in applications. */
  folder: string;
  /** For npm's own settings. */
  env: NodeJS.ProcessEnv;
  cwd: string;
  onProgress(progress: InstallProgress): void;
  /** Stores the embeddings that are known for an application's tools. Runs in the transaction of the installation. */
  storeEmbeddings(db: Kysely<Schema>, applicationSlug: string): Promise<void>;
  /** Builds and stores the search segment of the installed applications. Runs in the transaction of the installation. */
  storeSegment(db: Kysely<Schema>): Promise<void>;
}

/**
 * Builds the snapshot of the built-in applications if there is none of these sources, and installs it in one transaction. Of several
 * servers on one database one does it, and the others wait and find it done.
 *
 * @param db whose connections are closed afterward: one of them holds the lock
 */
export const installBuiltIns = (db: Kysely<Schema>, options: InstallOptions): Promise<InstallResult> =>
  // A pool closes a connection that nobody holds for ten seconds, and the lock would go with it.
  db.connection().execute((connection) => installAlone(connection, options));

async function installAlone(db: Kysely<Schema>, options: InstallOptions): Promise<InstallResult> {
  await sql`select pg_advisory_lock(${advisoryLocks.installBuiltIns})`.execute(db);
  const state = compareSnapshots(options.task, await listInstalledSnapshots(db));
  if (state !== "outdated") {
    return { ...nothing, outcome: state };
  }
  const file = join(options.task.cacheDir, "built-ins.snapshot");
  if (await isSnapshotOf(file, options.task.key)) {
    try {
      return await install(db, file, options, true);
    } catch (error) {
      // It was built for another database, where other slugs are published, or it is damaged.
      if (!(error instanceof ToolSlugTakenError || error instanceof SnapshotError)) {
        throw error;
      }
      await rm(file, { force: true });
    }
  }
  return buildAndInstall(db, file, options);
}

const nothing = { applications: 0, tools: 0, failed: [], isRegistryReachable: true };

async function buildAndInstall(
  db: Kysely<Schema>,
  file: string,
  options: InstallOptions,
): Promise<InstallResult> {
  const { task, folder, env, cwd, onProgress } = options;
  const packages = openPackageFiles(join(task.cacheDir, "packages"), env, cwd);
  const sources = { slugs: task.slugs, folder, packages, onProgress };
  const downloads = await downloadAll(sources);
  const { definitions, failed, hasIcons, isRegistryReachable } = downloads;
  if (definitions.size === 0 || isSameFailure(failed, task.failedBefore)) {
    return { ...nothing, outcome: "unchanged", failed, isRegistryReachable };
  }
  const published = await loadBuiltInSlugs(db);
  await removeAbandoned(task.cacheDir);
  // Servers of other databases may share the folder, so the file gets its name only when it was installed.
  const own = nameUnfinished(file);
  try {
    const unbuilt = await buildSnapshot({ ...sources, file: own, key: task.key, published }, downloads);
    const isComplete = failed.length === 0 && hasIcons;
    const installed = await install(db, own, options, isComplete);
    if (isComplete) {
      await rename(own, file);
    }
    return { ...installed, failed: [...failed, ...unbuilt], isRegistryReachable };
  } finally {
    await rm(own, { force: true });
  }
}

const isSameFailure = (failed: readonly FailedApplication[], before: readonly string[]): boolean =>
  failed.length > 0 && before.length === failed.length && failed.every(({ slug }) => before.includes(slug));

/** All applications appear at once, and each server loads them once. */
async function install(
  db: Kysely<Schema>,
  file: string,
  { task, folder, onProgress, storeSegment, storeEmbeddings }: InstallOptions,
  isComplete: boolean,
): Promise<InstallResult> {
  return db.transaction().execute(async (transaction) => {
    let applications = 0;
    let tools = 0;
    for await (const { application, icon } of readSnapshot(file, task.key)) {
      await saveApplication(transaction, null, application);
      await storeEmbeddings(transaction, application.slug);
      await saveBuiltInIcon(transaction, application.slug, icon);
      tools += application.tools.length;
      onProgress({ phase: "install", done: ++applications, total: task.slugs.length });
    }
    await setBuiltInAddresses(transaction, task.addresses);
    await deprecateRetired(transaction, await listBuiltInSlugs(folder));
    await storeSegment(transaction);
    if (isComplete) {
      await addInstalledSnapshot(transaction, task);
    }
    return { ...nothing, outcome: "installed", applications, tools };
  });
}
