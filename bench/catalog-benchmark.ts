import { callApi, type ImportResult } from "./api-client.ts";
import { type BowlineServer, startServer, stopServer } from "./bowline-server.ts";
import { type BenchProcess, stopProcess } from "./child-process.ts";
import { startDriver } from "./driver.ts";
import { type LoadFigures, measureLoad } from "./measure-load.ts";
import { makeApplications, queries } from "./synthetic-catalog.ts";

export interface CatalogOptions {
  /** Requests in one measurement. */
  count: number;
  note(progress: string): void;
}

/** The cost of reading a large catalog. */
export interface CatalogReport {
  tools: number;
  importSeconds: number;
  /** The first search after a change of the catalog; it builds the index. */
  firstSearchMs: number;
  rows: ({ request: string } & LoadFigures)[];
}

/** Measures searching and listing 10,000 tools. It sends one request at a time, so the time is one caller's wait. */
export async function benchmarkCatalog({ count, note }: CatalogOptions): Promise<CatalogReport> {
  const driver = await startDriver();
  const server = await startServer();
  try {
    note("importing 20 applications");
    const start = performance.now();
    const tools = await importApplications(server);
    const importSeconds = (performance.now() - start) / 1000;
    const firstSearch = performance.now();
    await callApi(server, "GET", "/v1/tools?search=create%20invoice&top=1");
    const firstSearchMs = performance.now() - firstSearch;
    note(`reading ${tools} tools`);
    const rows = [];
    for (const [request, paths] of Object.entries(requests)) {
      await measure(driver, server, paths, Math.ceil(count / 4));
      rows.push({ request, ...(await measure(driver, server, paths, count)) });
    }
    return { tools, importSeconds, firstSearchMs, rows };
  } finally {
    await stopProcess(driver.child);
    await stopServer(server);
  }
}

const requests: Record<string, string[]> = {
  "search, top 10, summary": queries.map(
    (query) => `/v1/tools?search=${encodeURIComponent(query)}&top=10&view=summary`,
  ),
  "search, top 100": queries.map((query) => `/v1/tools?search=${encodeURIComponent(query)}`),
  "list, top 100": ["/v1/tools?top=100"],
  "list, top 100, summary": ["/v1/tools?top=100&view=summary"],
  "list, top 1000, summary": ["/v1/tools?top=1000&view=summary"],
  "search applications": ["crm", "payments", "calendar", "mail"].map(
    (query) => `/v1/applications?search=${query}`,
  ),
};

async function importApplications(server: BowlineServer): Promise<number> {
  let tools = 0;
  for (const { slug, name, document } of makeApplications()) {
    const body = { source: "openapi", slug, name, document };
    const { toolCount, skipped } = await callApi<ImportResult>(server, "POST", "/v1/applications", body);
    if (skipped.length > 0) {
      throw new Error(`${slug}: ${skipped.length} operations were skipped: ${skipped[0]?.reason}`);
    }
    tools += toolCount;
  }
  return tools;
}

function measure(
  driver: BenchProcess,
  server: BowlineServer,
  paths: string[],
  count: number,
): Promise<LoadFigures> {
  const headers = { "x-api-key": server.apiKey };
  const series = { method: "GET" as const, body: null, concurrency: 1, expect: "ok" as const };
  return measureLoad(driver, server.pid, { ...series, origin: server.origin, paths, headers, count });
}
