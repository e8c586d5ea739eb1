import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The operating system user that PostgreSQL runs as. */
export interface PostgresAccount {
  uid: number;
  gid: number;
}

/**
 * Chooses PostgreSQL's user, because PostgreSQL refuses to run as root. Under root it is the owner of an existing cluster, else
 * `postgres`, which is created when missing, else `nobody`.
 *
 * @returns null when this process is not root; PostgreSQL then runs as the same user
 */
export async function choosePostgresAccount(clusterDir: string): Promise<PostgresAccount | null> {
  if (process.getuid?.() !== 0) {
    return null;
  }
  const owner = await stat(clusterDir).catch(() => null);
  if (owner && owner.uid !== 0) {
    return { uid: owner.uid, gid: owner.gid };
  }
  const known = await findAccount("postgres");
  if (known) {
    return known;
  }
  await run("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    "postgres",
  ])
    .catch(() => run("adduser", ["-S", "-D", "-H", "-s", "/sbin/nologin", "postgres"])) // BusyBox
    .catch(() => null);
  const account = (await findAccount("postgres")) ?? (await findAccount("nobody"));
  if (account) {
    return account;
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is no user postgres or nobody to run it as. Start the server as an ordinary user, or set DATABASE_URL.",
  );
}

async function findAccount(name: string): Promise<PostgresAccount | null> {
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  const fields = passwd
    .split("\n")
    .map((line) => line.split(":"))
    .find((parts) => parts[0] === name);
  if (!fields) {
    return null;
  }
  const account = { uid: Number(fields[2]), gid: Number(fields[3]) };
  return account.uid > 0 && Number.isInteger(account.gid) ? account : null;
}
