import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { callApi, type ListEnvelope } from "./api-client.ts";
import { type BowlineServer, startServer, stopServer } from "./bowline-server.ts";
import { startProcess, stopProcess } from "./child-process.ts";
import { drive, startDriver } from "./driver.ts";
import type { Load, LoadResult } from "./load.ts";
import { executeRequest, importThings } from "./things-application.ts";

export interface GrowthOptions {
  /** Records in the history before the measurement. */
  records: number;
  note(progress: string): void;
}

/** The cost of a large history and of heavy reading. */
export interface GrowthReport {
  records: number;
  seedSeconds: number;
  /** Times of the first page of `GET /v1/executions` by filter; one request at a time. */
  lists: { filter: string; p50Ms: number; p99Ms: number }[];
  executionsAlone: LoadResult;
  /** Executions while twelve clients list without a pause. */
  executionsWhileListing: LoadResult;
}

const filters = [
  "toolSlug=bench_tool_7",
  "toolSlug=bench_none",
  "connectionId=1000077",
  "isSuccess=false",
  "",
];
const listers = 12;

/** Fills the history of a server, then measures lists and executions. */
export async function benchmarkGrowth({ records, note }: GrowthOptions): Promise<GrowthReport> {
  const server = await startServer();
  const downstream = await startProcess("downstream.ts");
  const driver = await startDriver();
  const listDriver = await startDriver();
  try {
    await importThings(server, downstream.origin);
    note(`writing ${records} records`);
    const start = performance.now();
    await seedHistory(server, records);
    const seedSeconds = (performance.now() - start) / 1000;
    note("listing");
    const lists = [];
    for (const filter of filters) {
      const { p50Ms, p99Ms } = await drive(driver, {
        ...listRequest(server, filter),
        concurrency: 1,
        count: 50,
      });
      lists.push({ filter: filter || "none", p50Ms, p99Ms });
    }
    note("executing");
    const executions = { ...executeRequest(server, "recorded"), concurrency: 32, count: 3000 };
    await drive(driver, executions);
    const executionsAlone = await drive(driver, executions);
    let isListing = true;
    const listing = (async () => {
      while (isListing) {
        const load = {
          ...listRequest(server, "toolSlug=bench_tool_7"),
          concurrency: listers,
          count: 10 * listers,
        };
        await drive(listDriver, load);
      }
    })();
    const executionsWhileListing = await drive(driver, executions);
    isListing = false;
    await listing;
    return { records, seedSeconds, lists, executionsAlone, executionsWhileListing };
  } finally {
    for (const { child } of [driver, listDriver, downstream]) {
      await stopProcess(child);
    }
    await stopServer(server);
  }
}

const listRequest = (server: BowlineServer, filter: string): Omit<Load, "concurrency" | "count"> => ({
  origin: server.origin,
  method: "GET",
  paths: [`/v1/executions?top=100&${filter}`],
  headers: { "x-api-key": server.apiKey },
  body: null,
  expect: "ok",
});

/** Writes records of 300 tools over 50,000 connections; every hundredth failed. */
async function seedHistory(server: BowlineServer, records: number): Promise<void> {
  const client = new pg.Client({
    host: join(server.dataDir, "postgres"),
    user: "bowline",
    password: (await readFile(join(server.dataDir, "postgres.password"), "utf8")).trim(),
    database: "bowline",
  });
  await client.connect();
  try {
    await client.query(
      `insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, connection_id,
         resolved_by, source, is_success, request_id, is_output_cut, created_date, input, output)
       select 100000000 + id, company_id, account_user_id, 'bench_tool_' || id % 300, 'bench', 1000000 + id % 50000,
         'default', 'api', id % 100 <> 0, 'bench', false, now() - ($1 - id) * interval '0.5 seconds', '{}', '[]'
       from generate_series(1, $1::int) as id, (select * from account_user limit 1) as owner`,
      [records],
    );
    await client.query("analyze execution");
  } finally {
    await client.end();
  }
  const { totalCount } = await callApi<ListEnvelope<unknown>>(server, "GET", "/v1/executions?top=1");
  if (totalCount < records / 2) {
    throw new Error(`The history has ${totalCount} records instead of ${records}.`);
  }
}
