import type { BuildProgress, FailedApplication } from "@bowline/catalog/built-in";
import type pg from "pg";

/** What the process that installs built-in applications is told. It holds the database's password, so it is sent over a channel. */
export interface InstallerTask {
  connectionConfig: pg.ClientConfig;
  /** Where files of packages and the snapshot are kept. */
  cacheDir: string;
  /** Key of the snapshot that this server wants. */
  key: string;
  serverVersion: string;
  slugs: readonly string[];
  /** The servers that the operator set, by slug. */
  addresses: Readonly<Record<string, string>>;
  /** Whether tools are found by meaning. Their embeddings are then installed, too, as far as there are any. */
  isHybrid: boolean;
  /** Applications that could not be had last time. When nothing more can be had now, nothing is done. */
  failedBefore: readonly string[];
}

export interface InstallProgress {
  phase: BuildProgress["phase"] | "install";
  done: number;
  total: number;
}

/** How an installation ended. */
export interface InstallResult {
  /** `current`: nothing to do. `newer`: another server installed a newer snapshot. */
  outcome: "installed" | "current" | "newer" | "unchanged";
  applications: number;
  tools: number;
  failed: FailedApplication[];
  /** Whether the npm registry was reached, if it was needed. */
  isRegistryReachable: boolean;
}

export type InstallerMessage = { progress: InstallProgress } | { result: InstallResult } | { error: string };
