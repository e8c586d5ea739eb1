import { type BowlineServer, startServer, stopServer } from "./bowline-server.ts";
import { type BenchProcess, startProcess, stopProcess } from "./child-process.ts";
import {
  type ComparedTarget,
  type ComparisonOptions,
  type ComparisonRow,
  compareTargets,
} from "./compare-targets.ts";
import { drive, startDriver } from "./driver.ts";
import { directRequest, executeRequest, importThings } from "./things-application.ts";

export interface ExecuteOptions extends ComparisonOptions {
  profilePath?: string | undefined;
}

/** Enough for the optimizing compiler. With fewer requests, the first round costs far more than the others. */
const warmUpCount = 20_000;

/**
 * Compares an execution with a bare forwarder of the same request. Other load on the machine changes the figures, so
 * only figures of the same round are compared.
 */
export async function benchmarkExecute(options: ExecuteOptions): Promise<ComparisonRow[]> {
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
    return await compareTargets(driver, targets, options);
  } finally {
    for (const { child } of [forwarder, downstream, driver]) {
      await stopProcess(child);
    }
    for (const server of servers) {
      await stopServer(server);
    }
  }
}

function forwarderTarget({ pid, origin }: BenchProcess): ComparedTarget {
  return { name: "forwarder", pid, request: directRequest(origin) };
}

function serverTarget(server: BowlineServer, index: number): ComparedTarget {
  const isRecorded = index === 0;
  return {
    name: isRecorded ? "execute, durable history" : "execute, history off",
    pid: server.pid,
    request: executeRequest(server, isRecorded ? "recorded" : "success"),
  };
}
