import { readFile, stat } from "node:fs/promises";
import { relative } from "node:path";
import { listBuiltInSlugs } from "@bowline/catalog";
import { readOperatorApplications } from "../built-ins/operator-applications.ts";
import { listCodeFiles } from "../code-files/list-code-files.ts";
import { type Config, ConfigError, parseConfig } from "../config/config.ts";
import { readOperatorClients } from "../connect/provider/operator-clients.ts";
import { describeFileError } from "../describe-file-error.ts";
import { makeFolder } from "../make-folder.ts";

/**
 * Reads all settings from an environment, and checks the files and folders that they name.
 *
 * @throws ConfigError that lists every problem
 */
export async function readSettings(env: Record<string, string | undefined>): Promise<Config> {
  const { config, problems } = parseConfig(env);
  problems.push(...(await listFileProblems(config)));
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
  return config;
}

async function listFileProblems(config: Config): Promise<string[]> {
  const checks = [
    checkCertificates(config.databaseUrl),
    checkBuiltIns(config.builtIns),
    readOperatorApplications(config.applications),
    checkCacheFolder(config),
    readOperatorClients(config.oauthClients),
    checkCodeFolder(config.codeApplications),
  ];
  const outcomes = await Promise.allSettled(checks);
  return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? nameProblems(outcome.reason) : []));
}

function nameProblems(error: unknown): string[] {
  if (error instanceof ConfigError) {
    return error.problems;
  }
  return [error instanceof Error ? error.message : String(error)];
}

async function checkCertificates(databaseUrl: string | null): Promise<void> {
  const parameters = new URLSearchParams(databaseUrl?.split("?", 2)[1]);
  const problems: string[] = [];
  for (const name of ["sslrootcert", "sslcert", "sslkey"]) {
    const path = parameters.get(name);
    if (path) {
      await readFile(path).catch((error: unknown) => {
        problems.push(`DATABASE_URL: the file ${path} of its ${name} ${describeFileError(error)}.`);
      });
    }
  }
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
}

async function checkBuiltIns(builtIns: Config["builtIns"]): Promise<void> {
  if (builtIns === "all" || builtIns.length === 0) {
    return;
  }
  const known = await listBuiltInSlugs();
  const unknown = builtIns.filter((slug) => !known.includes(slug));
  if (unknown.length > 0) {
    throw new Error(
      `BOWLINE_BUILT_INS names ${unknown.join(", ")}, and there is no such built-in application. Set on for all, off for none, or some of these: ${known.join(", ")}.`,
    );
  }
}

async function checkCacheFolder({ cacheDir: folder, dataDir }: Config): Promise<void> {
  // The data folder is made later, for its owner only.
  if (folder !== null && relative(dataDir, folder).startsWith("..")) {
    // Servers of several users may share it.
    await makeFolder(folder, 0o777).catch((error: unknown) => {
      const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
      throw new Error(`BOWLINE_CACHE_DIR: the folder ${folder} cannot be made${code}.`);
    });
  }
}

async function checkCodeFolder(folder: string | null): Promise<void> {
  if (folder !== null) {
    await listCodeFiles(folder).catch((error: unknown) => {
      const path = error instanceof Error && "path" in error ? error.path : folder;
      throw new Error(`BOWLINE_CODE_APPLICATIONS: the folder ${path} ${describeFileError(error)}.`);
    });
  }
}

/** Says why connections to SQLite databases fail until their folder is there; null when they do not. */
export async function findSqliteProblem(folder: string | null): Promise<string | null> {
  if (folder === null) {
    return null;
  }
  try {
    return (await stat(folder)).isDirectory() ? null : "is not a folder";
  } catch (error) {
    return describeFileError(error);
  }
}
