import { type BowlineServer, startServer, stopServer } from "./bowline-server.ts";
import { type BenchProcess, startProcess, stopProcess } from "./child-process.ts";
import { drive, startDriver } from "./driver.ts";
import type { Load } from "./load.ts";
import { type LoadFigures, measureLoad } from "./measure-load.ts";
import { type Spread, spread } from "./statistics.ts";
import { directRequest, executeRequest, importThings } from "./things-application.ts";

export interface ExecuteOptions {
  /** How often each target is measured. */
  rounds: number;
  /** Requests in one measurement. */
  count: number;
  concurrencies: readonly number[];
  profilePath?: string | undefined;
  note(progress: string): void;
}

/** One target at one concurrency, over all rounds. */
export interface ExecuteRow {
  target: string;
  concurrency: number;
  figures: Record<keyof LoadFigures, Spread>;
  /** CPU of the target divided by the forwarder's in the same round; null for the forwarder. */
  cpuRatio: Spread | null;
}

interface Target {
  name: string;
  pid: number;
  request: Omit<Load, "concurrency" | "count">;
}

/** Enough for the optimising compiler. With fewer requests, the first round costs far more than the others. */
const warmUpCount = 20_000;

/**
 * Compares an execution with a bare forwarder of the same request. Other load on the machine changes the figures, so
 * only figures of the same round are compared.
 */
export async function benchmarkExecute(options: ExecuteOptions): Promise<ExecuteRow[]> {
  const driver = await startDriver();
  const downstream = await startProcess("downstream.ts");
  const forwarder = await startProcess("forwarder.ts", downstream.origin);
  const servers: BowlineServer[] = [];
  try {
    options.note("starting two servers");
    servers.push(await startServer({ profilePath: options.profilePath }));
    servers.push(await startServer({ env: { BOWLINE_HISTORY: "off" } }));
    for (const server of servers) {
      await importThings(server, downstream.origin);
    }
    const targets = [forwarderTarget(forwarder), ...servers.map(serverTarget)];
    for (const { request } of targets) {
      await drive(driver, { ...request, concurrency: 32, count: warmUpCount });
    }
    return await measureRounds(driver, targets, options);
  } finally {
    for (const { child } of [forwarder, downstream, driver]) {
      await stopProcess(child);
    }
    for (const server of servers) {
      await stopServer(server);
    }
  }
}

function forwarderTarget({ pid, origin }: BenchProcess): Target {
  return { name: "forwarder", pid, request: directRequest(origin) };
}

function serverTarget(server: BowlineServer, index: number): Target {
  const isRecorded = index === 0;
  return {
    name: isRecorded ? "execute, durable history" : "execute, history off",
    pid: server.pid,
    request: executeRequest(server, isRecorded ? "recorded" : "success"),
  };
}

async function measureRounds(
  driver: BenchProcess,
  targets: readonly Target[],
  { rounds, count, concurrencies, note }: ExecuteOptions,
): Promise<ExecuteRow[]> {
  const cells = concurrencies.flatMap((concurrency) =>
    targets.map((target) => ({ target, concurrency, measured: [] as LoadFigures[] })),
  );
  for (let round = 1; round <= rounds; round++) {
    note(`round ${round} of ${rounds}`);
    for (const { target, concurrency, measured } of cells) {
      measured.push(await measureLoad(driver, target.pid, { ...target.request, concurrency, count }));
    }
  }
  return cells.map(({ target, concurrency, measured }) => {
    const reference = cells.find((cell) => cell.target === targets[0] && cell.concurrency === concurrency);
    const ratios = measured.map(
      ({ cpuMicrosPerRequest }, round) =>
        cpuMicrosPerRequest / (reference?.measured[round]?.cpuMicrosPerRequest ?? Number.NaN),
    );
    const isReference = reference?.target === target;
    return {
      target: target.name,
      concurrency,
      figures: summarize(measured),
      cpuRatio: isReference ? null : spread(ratios),
    };
  });
}

function summarize(measured: readonly LoadFigures[]): ExecuteRow["figures"] {
  const spreadOf = (figure: keyof LoadFigures) => spread(measured.map((figures) => figures[figure]));
  return {
    cpuMicrosPerRequest: spreadOf("cpuMicrosPerRequest"),
    databaseCpuMicrosPerRequest: spreadOf("databaseCpuMicrosPerRequest"),
    requestsPerSecond: spreadOf("requestsPerSecond"),
    p50Ms: spreadOf("p50Ms"),
    p99Ms: spreadOf("p99Ms"),
  };
}
