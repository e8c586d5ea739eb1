import { setTimeout as delay } from "node:timers/promises";
import { loadRealDocument } from "../packages/catalog/testing/load-real-document.ts";
import { callApi, type ImportAnswer } from "./api-client.ts";
import { startServer, stopServer } from "./bowline-server.ts";
import { readCpuSeconds, readResidentBytes } from "./process-usage.ts";

export interface MemoryOptions {
  /** How long the server is left alone before its memory is read. */
  settleMs: number;
  note(progress: string): void;
}

/** What a server holds that knows GitHub's whole API and has nothing to do. Megabytes are 10⁶ bytes. */
export interface MemoryReport {
  tools: number;
  importSeconds: number;
  /** Of a fresh server, before it knows any tool of GitHub. */
  emptyMegabytes: number;
  afterImportMegabytes: number;
  /** After the next start, when the catalog comes from the database. */
  afterRestartMegabytes: number;
  /** From the start of that process to its first ready answer. */
  restartSeconds: number;
  /** CPU that it uses while it has nothing to do. */
  idleCpuPercent: number;
}

export async function benchmarkMemory({ settleMs, note }: MemoryOptions): Promise<MemoryReport> {
  note("fetching GitHub's description");
  const body = { source: "openapi", slug: "github", text: await loadRealDocument("github") };
  let server = await startServer();
  try {
    await delay(settleMs);
    const emptyMegabytes = readResidentBytes(server.pid) / 1e6;
    note("importing it");
    const importStart = performance.now();
    const { toolCount } = await callApi<ImportAnswer>(server, "POST", "/v1/applications", body);
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
    return {
      tools: toolCount,
      importSeconds,
      emptyMegabytes,
      afterImportMegabytes,
      afterRestartMegabytes,
      restartSeconds,
      idleCpuPercent,
    };
  } finally {
    await stopServer(server);
  }
}
