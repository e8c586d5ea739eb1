import { setTimeout as delay } from "node:timers/promises";
import { loadRealDocument } from "../packages/catalog/testing/load-real-document.ts";
import { callApi, type ImportResult } from "./api-client.ts";
import { type BowlineServer, startServer, stopServer } from "./bowline-server.ts";
import { startProcess, stopProcess } from "./child-process.ts";
import { drive, startDriver } from "./driver.ts";
import { measureLoad } from "./measure-load.ts";
import { readCpuSeconds, readResidentBytes } from "./process-usage.ts";
import { executeRequest, importThings } from "./things-application.ts";

export interface MemoryOptions {
  /** How long the server is idle before its memory is read. */
  settleMs: number;
  /** How long it is under load, and how long it is idle afterward. */
  loadMs: number;
  note(progress: string): void;
}

/** A server under load, and at rest afterward. A megabyte is 10⁶ bytes. */
interface LoadedMemory {
  /** At the end of a minute with 32 executions in flight. */
  afterLoadMegabytes: number;
  /** After an idle minute. */
  afterRestMegabytes: number;
  /** CPU of one execution at a time, at the end of the load. */
  microsAfterLoad: number;
  /** The same after the idle minute. */
  microsAfterRest: number;
}

/** Memory of a server that has GitHub's whole API in its catalog. */
export interface MemoryReport extends LoadedMemory {
  tools: number;
  importSeconds: number;
  /** Of a new server, before the import. */
  emptyMegabytes: number;
  afterImportMegabytes: number;
  /** After a restart, which loads the catalog from the database. */
  afterRestartMegabytes: number;
  /** From the start of the process until it is ready. */
  restartSeconds: number;
  /** CPU that it uses while idle. */
  idleCpuPercent: number;
}

export async function benchmarkMemory({ settleMs, loadMs, note }: MemoryOptions): Promise<MemoryReport> {
  note("fetching GitHub's description");
  const body = { source: "openapi", slug: "github", text: await loadRealDocument("github") };
  let server = await startServer();
  try {
    await delay(settleMs);
    const emptyMegabytes = readResidentBytes(server.pid) / 1e6;
    note("importing it");
    const importStart = performance.now();
    const { toolCount } = await callApi<ImportResult>(server, "POST", "/v1/applications", body);
    const importSeconds = (performance.now() - importStart) / 1000;
    await delay(settleMs);
    const afterImportMegabytes = readResidentBytes(server.pid) / 1e6;
    note("starting again");
    await stopServer(server, false);
    const restart = performance.now();
    server = await startServer({ dataDir: server.dataDir });
    const restartSeconds = (performance.now() - restart) / 1000;
    await callApi(server, "GET", "/v1/tools?search=create%20issue");
    await delay(settleMs);
    const cpuBefore = readCpuSeconds(server.pid);
    await delay(settleMs);
    const idleCpuPercent = ((readCpuSeconds(server.pid) - cpuBefore) / (settleMs / 1000)) * 100;
    const afterRestartMegabytes = readResidentBytes(server.pid) / 1e6;
    note("executing");
    const loaded = await loadAndRest(server, loadMs, note);
    return {
      tools: toolCount,
      importSeconds,
      emptyMegabytes,
      afterImportMegabytes,
      afterRestartMegabytes,
      restartSeconds,
      idleCpuPercent,
      ...loaded,
    };
  } finally {
    await stopServer(server);
  }
}

/** Keeps 32 executions in flight for this long, and is idle for as long. */
async function loadAndRest(
  server: BowlineServer,
  durationMs: number,
  note: MemoryOptions["note"],
): Promise<LoadedMemory> {
  const driver = await startDriver();
  const downstream = await startProcess("downstream.ts");
  const measureExecution = async () => {
    const load = { ...executeRequest(server, "recorded"), concurrency: 1, count: 200 };
    return (await measureLoad(driver, server.pid, load)).cpuMicrosPerRequest;
  };
  try {
    await importThings(server, downstream.origin);
    const end = performance.now() + durationMs;
    while (performance.now() < end) {
      await drive(driver, { ...executeRequest(server, "recorded"), concurrency: 32, count: 5000 });
    }
    const afterLoadMegabytes = readResidentBytes(server.pid) / 1e6;
    const microsAfterLoad = await measureExecution();
    note("resting");
    await delay(durationMs);
    const afterRestMegabytes = readResidentBytes(server.pid) / 1e6;
    const microsAfterRest = await measureExecution();
    return { afterLoadMegabytes, afterRestMegabytes, microsAfterLoad, microsAfterRest };
  } finally {
    await stopProcess(downstream.child);
    await stopProcess(driver.child);
  }
}
