import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** A real MariaDB in a folder of its own, on a port of 127.0.0.1. */
export interface MariaDbServer {
  port: number;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
}

export interface MariaDbOptions {
  /** An existing folder. It is filled when it is empty, else the database in it is started again. */
  folder: string;
  port: number;
  /** Of the user `owner`, who may do everything. */
  password: string;
  /** PEM. Default: it does not encrypt connections. */
  tls?: { certificate: string; privateKey: string };
  /** What it says its version is. Default: its own. */
  version?: string;
}

/** Debian puts the server where only root's PATH finds it. */
const programs = ["mariadbd", "/usr/sbin/mariadbd"];

/** The MariaDB program on this machine, or null. */
export const findMariaDbProgram = (): string | null =>
  programs.find((program) => spawnSync(program, ["--version"]).status === 0) ?? null;

/** MariaDB runs as root only when it is told to. */
const account = process.getuid?.() === 0 ? ["--user=root"] : [];
/** Small and fast: nothing here must survive a power cut. */
const settings = [
  "--skip-name-resolve",
  "--innodb-flush-method=nosync",
  "--innodb-flush-log-at-trx-commit=0",
  "--innodb-log-file-size=8M",
  "--innodb-buffer-pool-size=32M",
  "--aria-log-file-size=8M",
];

/** @throws Error when it does not start */
export async function startMariaDbServer({
  folder,
  port,
  password,
  tls,
  version,
}: MariaDbOptions): Promise<MariaDbServer> {
  const program = findMariaDbProgram();
  if (program === null) {
    throw new Error("There is no MariaDB on this machine.");
  }
  const data = join(folder, "data");
  const temporary = join(folder, "temporary");
  await mkdir(temporary, { recursive: true });
  // A server that starts deletes the temporary files of others in the same folder.
  const own = [...account, ...settings, `--tmpdir=${temporary}`];
  if (!existsSync(data)) {
    const first = ["--auth-root-authentication-method=normal", "--skip-test-db", ...own];
    await promisify(execFile)("mariadb-install-db", ["--no-defaults", `--datadir=${data}`, ...first]);
  }
  const owner = `CREATE USER IF NOT EXISTS owner@'%' IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO owner@'%' WITH GRANT OPTION;\n`;
  await writeFile(join(folder, "owner.sql"), owner, { mode: 0o600 });
  const encryption = tls === undefined ? [] : await writeCertificate(folder, tls);
  const child = spawn(
    program,
    [
      "--no-defaults",
      `--datadir=${data}`,
      `--socket=${join(folder, "socket")}`,
      `--pid-file=${join(folder, "pid")}`,
      `--init-file=${join(folder, "owner.sql")}`,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      ...own,
      ...encryption,
      ...(version === undefined ? [] : [`--version=${version}`]),
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  await waitUntilReady(child);
  return {
    port,
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        child.kill("SIGKILL");
        await exited;
      }
    },
  };
}

async function writeCertificate(
  folder: string,
  { certificate, privateKey }: NonNullable<MariaDbOptions["tls"]>,
): Promise<string[]> {
  const files = [join(folder, "certificate.pem"), join(folder, "key.pem")] as const;
  await writeFile(files[0], certificate);
  await writeFile(files[1], privateKey, { mode: 0o600 });
  return [`--ssl-cert=${files[0]}`, `--ssl-key=${files[1]}`];
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  const { stderr } = child;
  const log: string[] = [];
  if (stderr !== null) {
    for await (const line of createInterface(stderr)) {
      log.push(line);
      if (line.includes("ready for connections")) {
        stderr.resume();
        return;
      }
    }
  }
  throw new Error(`MariaDB ended before it was ready:\n${log.slice(-20).join("\n")}`);
}
