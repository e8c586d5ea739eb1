import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../log/logger.ts";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "./embedded-postgres.ts";

const log = createLogger({ level: "silent", isTerminal: false });
/** Opens the database in the folder given as argument, writes its address and waits. */
const holder = `
  import { openEmbeddedPostgres } from ${JSON.stringify(new URL("./embedded-postgres.ts", import.meta.url))};
  import { createLogger } from ${JSON.stringify(new URL("../log/logger.ts", import.meta.url))};
  const log = createLogger({ level: "silent", isTerminal: false });
  try {
    const database = await openEmbeddedPostgres({ dataDir: process.argv[1], log });
    process.on("SIGINT", () => console.log("draining"));
    process.on("SIGTERM", () => database.stop().then(() => process.exit()));
    setInterval(() => {}, 1000);
    console.log(JSON.stringify({ connectionString: database.connectionString, pid: database.pid() }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
`;

interface Holder {
  process: ChildProcess;
  lines: Interface;
  report: { connectionString: string; pid: number; error?: string };
}

describe("openEmbeddedPostgres", () => {
  const holders: ChildProcess[] = [];
  let dataDir: string;
  let database: EmbeddedPostgres | undefined;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "bowline-embedded-"));
  });

  afterEach(async () => {
    for (const holder of holders.splice(0)) {
      await end(holder, "SIGKILL");
    }
    await database?.stop();
    database = undefined;
  });

  afterAll(async () => {
    await (await open()).stop(); // takes over what the last killed holder left
    await rm(dataDir, { recursive: true });
  });

  async function hold(folder = dataDir): Promise<Holder> {
    const child = spawn(process.execPath, ["--input-type=module", "-e", holder, folder], {
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    holders.push(child);
    const lines = createInterface(child.stdout);
    const [line] = await once(lines, "line");
    return { process: child, lines, report: JSON.parse(line) };
  }

  async function open(folder = dataDir): Promise<EmbeddedPostgres> {
    database = await openEmbeddedPostgres({ dataDir: folder, log });
    return database;
  }

  it("creates a database in UTF-8 and keeps its rows over a restart", async () => {
    const first = await open();
    await run(first.connectionString, "create table kept as select '日本'::text as word");
    await first.stop();
    const second = await open();
    expect(
      await run(second.connectionString, "select word, current_setting('fsync') as fsync from kept"),
    ).toEqual([{ word: "日本", fsync: "on" }]);
  });

  it("requires its password", async () => {
    const { connectionConfig } = await open();
    const client = new pg.Client({ ...connectionConfig, password: "guess" });
    await expect(client.connect()).rejects.toMatchObject({ code: "28P01" });
  });

  it("starts nothing that stays when the password in its folder is another one", async () => {
    await (await open()).stop();
    const passwordFile = join(dataDir, "postgres.password");
    const password = await readFile(passwordFile, "utf8");
    await writeFile(passwordFile, "guess");
    try {
      await expect(open()).rejects.toThrow("refuses the password in postgres.password. Restore that file.");
      // PostgreSQL removes it when it ends.
      await expect(access(join(dataDir, "postgres", "postmaster.pid"))).rejects.toThrow("ENOENT");
    } finally {
      await writeFile(passwordFile, password);
    }
  });

  it("refuses a folder that a running server uses, and names its process", async () => {
    const { process: holder } = await hold();
    await expect(open()).rejects.toThrow(`is in use by process ${holder.pid}`);
  });

  it("leaves no process id behind when it stops, which another process may have later", async () => {
    await (await open()).stop();
    await expect(access(join(dataDir, "server.pid"))).rejects.toThrow("ENOENT");
  });

  it("lets exactly one of three servers start on an empty folder at the same time", async () => {
    const folder = await mkdtemp(join(tmpdir(), "bowline-embedded-"));
    const started = await Promise.all([hold(folder), hold(folder), hold(folder)]);
    const refused = started.filter(({ report }) => report.error);
    expect(refused.map(({ report }) => report.error)).toEqual(
      Array(2).fill(expect.stringContaining("in use by")),
    );
    const winner = started.find(({ report }) => !report.error);
    await end(winner?.process, "SIGTERM");
    await rm(folder, { recursive: true });
  });

  it("continues after a killed server with every committed row", async () => {
    const { process: holder, report } = await hold();
    await run(report.connectionString, "create table committed as select 1 as one");
    await end(holder, "SIGKILL");
    expect(isRunning(report.pid)).toBe(true);
    const next = await open();
    expect(isRunning(report.pid)).toBe(false);
    expect(await run(next.connectionString, "select one from committed")).toEqual([{ one: 1 }]);
  });

  it("starts when server and database were killed and another process has the database's process id", async () => {
    const { process: holder, report } = await hold();
    await end(holder, "SIGKILL");
    process.kill(report.pid, "SIGKILL");
    const pidFile = join(dataDir, "postgres", "postmaster.pid");
    const stale = await readFile(pidFile, "utf8");
    await writeFile(pidFile, stale.replace(/^\d+/, String(process.ppid)));
    expect(await run((await open()).connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(isRunning(process.ppid)).toBe(true);
  });

  it("restarts the database when it ends unexpectedly", async () => {
    const { connectionString, pid } = await open();
    const killed = pid() ?? 0;
    process.kill(killed, "SIGKILL");
    while (isRunning(killed) || pid() === undefined) {
      await sleep(20);
    }
    await expect.poll(() => run(connectionString, "select 1 as one").catch(() => null)).toEqual([{ one: 1 }]);
  });

  it("leaves nothing running when it is stopped during a restart of the database", async () => {
    const { pid, stop } = await open();
    process.kill(pid() ?? 0, "SIGKILL");
    while (pid() !== undefined) {
      await sleep(5);
    }
    await stop();
    expect(pid()).toBeUndefined();
    await expect(hold()).resolves.toMatchObject({ report: { pid: expect.any(Number) } });
  });

  it("survives a Ctrl-C that reaches the whole process group", async () => {
    const { process: holder, lines, report } = await hold();
    process.kill(-(holder.pid ?? 0), "SIGINT");
    await once(lines, "line");
    expect(await run(report.connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
    await end(holder, "SIGTERM");
    expect(isRunning(report.pid)).toBe(false);
  });

  it("listens on a loopback port when the path is too long for a socket", async () => {
    const long = join(dataDir, "x".repeat(100));
    const { connectionConfig, connectionString } = await open(long);
    expect(connectionConfig.host).toBe("127.0.0.1");
    expect(await run(connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it.runIf(process.getuid?.() === 0)("works under root in a folder that only root may enter", async () => {
    const closed = await mkdtemp(join(homedir(), ".bowline-closed-"));
    const { connectionString, stop } = await open(join(closed, "data"));
    expect(await run(connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
    await stop();
    await rm(closed, { recursive: true });
  });
});

async function run(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** A process that has ended keeps its id until its parent collects it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
