import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import type { PostgresAccount } from "./postgres-account.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { spawnInFolder } from "./postgres-folder.ts";
import { withPlainPath } from "./with-plain-path.ts";

/** The only role of an embedded cluster. */
export const postgresUser = "bowline";

export interface Cluster {
  /** The folder of the cluster, `<dataDir>/postgres`. */
  folder: string;
  password: string;
}

/**
 * Creates the cluster in `<dataDir>/postgres` when there is none, and makes `account` its owner. The password is stored in
 * `<dataDir>/postgres.password` (mode 0600).
 *
 * @throws Error when another major version created the cluster, or the password file is missing
 */
export async function openOrCreateCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  account: PostgresAccount | null,
): Promise<Cluster> {
  const folder = join(dataDir, "postgres");
  const passwordFile = join(dataDir, "postgres.password");
  const version = await readFile(join(folder, "PG_VERSION"), "utf8").catch(whenMissing(null));
  if (version === null) {
    return createCluster(dataDir, binaries, account);
  }
  if (Number.parseInt(version, 10) !== binaries.majorVersion) {
    throw new Error(
      `The database in ${folder} was created by PostgreSQL ${version.trim()}, this is PostgreSQL ${binaries.majorVersion}. Dump it with the old version of the server and load it into a new data folder.`,
    );
  }
  const password = await readFile(passwordFile, "utf8").catch(whenMissing(null));
  if (password === null) {
    throw new Error(`${passwordFile}, the password of the embedded database, is missing. Restore it.`);
  }
  if (account) {
    await handOver(folder, account);
  }
  return { folder, password: password.trim() };
}

/** Runs initdb in a temporary folder and renames it at the end, so that a killed start leaves no partial cluster. */
async function createCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  account: PostgresAccount | null,
): Promise<Cluster> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith("postgres.new")) {
      // The initdb of a start that was killed may go on for a while, and write what was removed just now.
      await rm(join(dataDir, name), { recursive: true, maxRetries: 20, retryDelay: 100 });
    }
  }
  const unfinished = join(dataDir, "postgres.new");
  const unfinishedPassword = join(dataDir, "postgres.new-password");
  const password = randomBytes(24).toString("base64url");
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(unfinishedPassword, `${password}\n`, { mode: 0o600 });
  if (account) {
    await chown(unfinished, account.uid, account.gid);
    await chown(unfinishedPassword, account.uid, account.gid);
  }
  await withPlainPath(binaries.initdb, (initdb) =>
    runInitdb(unfinished, unfinishedPassword, initdb, account),
  );
  if (account) {
    await chown(unfinishedPassword, 0, 0);
  }
  await rename(unfinishedPassword, join(dataDir, "postgres.password"));
  const folder = join(dataDir, "postgres");
  await rename(unfinished, folder);
  return { folder, password };
}

async function runInitdb(
  folder: string,
  passwordFile: string,
  initdb: string,
  account: PostgresAccount | null,
): Promise<void> {
  const child = spawnInFolder({
    program: initdb,
    folder,
    files: [passwordFile],
    argumentsFor: (folderName, [passwordName]) => [
      `--pgdata=${folderName}`,
      `--pwfile=${passwordName}`,
      `--username=${postgresUser}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // Gives the same sort order and case conversion on every system.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ],
    account,
    output: "pipe",
  });
  const output = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")));
  const [code] = await once(child, "close");
  if (code !== 0) {
    const printed = (await output).join("").trim();
    throw new Error(`The embedded database could not be created${advise(printed)}:\n${printed}`);
  }
}

function advise(printed: string): string {
  return printed.includes("could not look up effective user ID")
    ? ", because PostgreSQL needs a name for its user. Start the server as a user with a line in /etc/passwd, or set DATABASE_URL"
    : "";
}

/** Changes the owner of a cluster that root copied or restored. A cluster of another user keeps its owner. */
async function handOver(folder: string, account: PostgresAccount): Promise<void> {
  const owner = await stat(folder);
  if (owner.uid === account.uid) {
    return;
  }
  await promisify(execFile)("chown", ["-R", `${account.uid}:${account.gid}`, folder]);
}

function whenMissing<Fallback>(fallback: Fallback) {
  return (error: NodeJS.ErrnoException): Fallback => {
    if (error.code === "ENOENT") {
      return fallback;
    }
    if (error.code === "EACCES") {
      throw new Error(`${error.path} belongs to another user. Start the server as that user, or as root.`, {
        cause: error,
      });
    }
    throw error;
  };
}
