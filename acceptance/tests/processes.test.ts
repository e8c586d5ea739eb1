import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import {
  findPostmaster,
  type StartedServer,
  startFailingServer,
  startServer,
} from "../support/start-server.ts";

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Does nothing when the whole group has ended: on a busy machine that may be before the second signal. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    expect(error).toMatchObject({ code: "ESRCH" });
  }
}

const serves = (server: StartedServer): Promise<boolean> =>
  fetch(`${server.baseUrl}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );

/** Waits until the server and its database have exited and the port is free. */
async function expectEnd(server: StartedServer): Promise<void> {
  await expect.poll(() => serves(server)).toBe(false);
  await expect.poll(() => findPostmaster(server.dataDir)).toBeNull();
}

describeOwnServer("a server's shutdown", () => {
  for (const [name, signals] of [
    ["SIGHUP, as when its terminal is closed,", ["SIGHUP"]],
    ["Ctrl-C to its whole group, twice,", ["SIGINT", "SIGINT"]],
  ] as const) {
    test(`${name} is orderly`, proves("operations.end.signals"), async () => {
      await using server = await startServer({}, { withLauncher: true });
      expect(findPostmaster(server.dataDir)).toBeGreaterThan(0);
      for (const signal of signals) {
        signalGroup(server.pid, signal);
        await delay(50);
      }
      expect(await server.waitForExit()).toBe(0);
      await expectEnd(server);
    });
  }

  test(
    "follows when its launcher was killed, even when the launcher cannot become the server",
    proves("operations.end.launcher"),
    async () => {
      await using server = await startServer(
        { NODE_OPTIONS: "--import=data:text/javascript,process.execve=undefined" },
        { withLauncher: true },
      );
      process.kill(server.pid, "SIGKILL");
      await expectEnd(server);
    },
  );
});

describeOwnServer("an operator's command on a stopped server's database", () => {
  test("ends it in good order at Ctrl-C", proves("operations.end.signals"), async () => {
    await using server = await startServer();
    await server.stop();
    const program = join(import.meta.dirname, "../../packages/server/src/company.ts");
    const child = spawn(process.execPath, [program, "create", "Example Ltd", "--email", "a@example.com"], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...server.databaseSettings },
      stdio: "ignore",
    });
    const ended = once(child, "close");
    await expect.poll(() => findPostmaster(server.dataDir), { interval: 10 }).toBeGreaterThan(0);
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
    expect(findPostmaster(server.dataDir)).toBeNull();
  });
});

describe.skipIf(process.platform !== "linux")("workers", () => {
  const listChildren = async (pid: number) => {
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
    return text.trim().split(" ").map(Number);
  };

  const listWorkers = async (server: StartedServer) => {
    const postmaster = findPostmaster(server.dataDir);
    return (await listChildren(server.pid)).filter((pid) => pid !== postmaster);
  };

  /** Sends a request on a connection of its own. Returns when the system has connected it; the response follows. */
  async function begin({ baseUrl }: StartedServer): Promise<{ response: Promise<string> }> {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write("GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    return { response: text(socket) };
  }

  describeOwnServer("that are too busy to take connections", () => {
    test(
      "still serve those that wait when the server is told to stop",
      proves("operations.durable.drain-workers"),
      async () => {
        await using server = await startServer({ BOWLINE_WORKERS: "3" });
        const workers = await listWorkers(server);
        const signalWorkers = (signal: NodeJS.Signals) => workers.map((pid) => process.kill(pid, signal));
        signalWorkers("SIGSTOP");
        const waiting = await Promise.all(Array.from({ length: 30 }, () => begin(server)));
        server.terminate();
        const isRefused = async () => {
          const code = await begin(server).then(
            (one) => waiting.push(one),
            (error) => error.code,
          );
          return code === "ECONNREFUSED";
        };
        await expect
          .poll(isRefused)
          .toBe(true)
          .finally(() => signalWorkers("SIGCONT"));
        const responses = await Promise.all(waiting.map(({ response }) => response));
        expect(responses.filter((response) => !response.startsWith("HTTP/1.1 200 "))).toEqual([]);
        expect(await server.waitForExit()).toBe(0);
      },
    );
  });

  describeOwnServer("that die", () => {
    test(
      "all at the same time are replaced, and count together before",
      proves("operations.workers.replaced", "operations.metrics.workers"),
      async () => {
        await using server = await startServer({ BOWLINE_WORKERS: "2", BOWLINE_METRICS: "true" });
        const workers = await listWorkers(server);
        expect(workers).toHaveLength(2);
        const get = (path: string) =>
          fetch(server.baseUrl + path, { headers: { connection: "close", "x-api-key": server.adminApiKey } });
        // Each is a connection of its own, and the workers take turns.
        for (let call = 0; call < 6; call++) {
          expect((await get("/v1/auth/whoami")).status).toBe(200);
        }
        for (let scrape = 0; scrape < 2; scrape++) {
          const metrics = await (await get("/metrics")).text();
          expect(metrics).toMatch(
            /^bowline_http_responses_total\{operation="getIdentity",status="200"\} 6$/m,
          );
          expect(metrics).toMatch(/^bowline_build_info\{version="[^"]+"\} 1$/m);
        }
        for (const pid of workers) {
          process.kill(pid, "SIGKILL");
        }
        await expect.poll(() => workers.some(isAlive)).toBe(false);
        await expect.poll(() => serves(server)).toBe(true);
        expect(await server.stop()).toBe(0);
        await expectEnd(server);
      },
    );

    test(
      "once before any of them serves are replaced, and the server says that it is ready when all serve",
      proves("operations.workers.replaced"),
      async () => {
        const dieOnce = "process.getBuiltinModule('cluster').worker?.id===1&&process.exit(3)";
        await using server = await startServer({
          BOWLINE_WORKERS: "2",
          NODE_OPTIONS: `--import=data:text/javascript,${dieOnce}`,
        });
        expect(await listWorkers(server)).toHaveLength(2);
        expect(server.readLog()).toContain("a worker died before it could serve and is replaced");
      },
    );

    test(
      "are replaced later when the system lets no process start",
      proves("operations.workers.replaced"),
      async () => {
        await using server = await startServer({ BOWLINE_WORKERS: "2" });
        const [first = 0, second = 0] = await listWorkers(server);
        const limitFiles = (limit: string) =>
          execFileSync("prlimit", ["--pid", String(server.pid), `--nofile=${limit}:`]);
        const former = execFileSync(
          "prlimit",
          ["--pid", String(server.pid), "--nofile", "--noheadings", "--output=SOFT"],
          { encoding: "utf8" },
        ).trim();
        limitFiles("1");
        process.kill(first, "SIGKILL");
        await expect.poll(server.readLog).toContain("EMFILE");
        limitFiles(former);
        await expect.poll(() => listWorkers(server)).toHaveLength(2);
        expect(await listWorkers(server)).toContain(second);
        await expect.poll(() => serves(server)).toBe(true);
      },
    );

    test(
      "before they serve stop the server with the reason",
      proves("operations.workers.error"),
      async () => {
        const settings = {
          BOWLINE_WORKERS: "2",
          NODE_OPTIONS:
            "--import=data:text/javascript,process.getBuiltinModule('cluster').isWorker&&process.exit(3)",
        };
        const { exitCode, log } = await startFailingServer(settings, { hasDatabase: true });
        expect(exitCode).toBe(1);
        expect(log).toContain("its workers die before they can serve");
      },
    );
  });
});
