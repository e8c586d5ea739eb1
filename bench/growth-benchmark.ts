import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { callApi, type ListEnvelope } from "./api-client.ts";
import { type BowlineServer, startServer, stopServer } from "./bowline-server.ts";
import { type BenchProcess, startProcess, stopProcess } from "./child-process.ts";
import { drive, startDriver } from "./driver.ts";
import type { Load, LoadResult } from "./load.ts";
import { executeRequest, importThings } from "./things-application.ts";

export interface GrowthOptions {
  /** Records in the history before the measurement. */
  records: number;
  note(progress: string): void;
}

interface ReadFigures {
  /** The query. */
  filter: string;
  p50Ms: number;
  p95Ms: number;
}

/** The cost of a large history and of heavy reading. */
export interface GrowthReport {
  records: number;
  seedSeconds: number;
  /** Times of the first page of `GET /v1/executions` by filter; one request at a time. */
  lists: ReadFigures[];
  /** Times of `GET /v1/executions/Summary` by query. */
  summaries: ReadFigures[];
  /** From the start of a server with these records until all hours are counted. */
  countingSeconds: number;
  executionsAlone: LoadResult;
  /** Executions while twelve clients list without a pause. */
  executionsWhileListing: LoadResult;
}

const rareToolset = "00000000-0000-4000-8000-000000000001";
/** Each alone, with many matches, few and none; then what people use together. */
const filters = [
  "",
  "toolSlug=bench_tool_7",
  "toolSlug=bench_none",
  "connectionId=1000077",
  "connectionId=77",
  "applicationSlug=bench",
  "applicationSlug=rare",
  "applicationSlug=none",
  `toolsetId=${rareToolset}`,
  "toolsetId=00000000-0000-4000-8000-000000000000",
  "accountUserId=1",
  "accountUserId=1000007",
  "accountUserId=1000099",
  "source=mcp",
  "source=console",
  "isSuccess=true",
  "isSuccess=false",
  "kind=timeout",
  "kind=missingScope",
  "kind=toolError",
  "search=tool_7",
  "search=rare_tool",
  "search=did%20not%20respond",
  "search=bench-500",
  "search=nothing",
  "accountUserId=1000007&isSuccess=false",
  "accountUserId=1000007&search=nothing",
  "toolSlug=bench_tool_7&source=console",
  "toolSlug=bench_tool_7&isSuccess=true",
  "connectionId=77&source=mcp",
  "connectionId=77&source=console",
  "connectionId=77&isSuccess=false",
  "source=mcp&kind=timeout",
  "source=console&isSuccess=false",
  "source=console&search=tool",
  "before=100500000",
  "after=100500000",
  "before=100500000&source=console",
  "after=100500000&source=console",
  "before=100500000&kind=toolError",
  "offset=5000&accountUserId=1000007",
  "offset=100000&source=api",
];
const summaryQueries = [
  "",
  "groupBy=application",
  "groupBy=tool",
  "groupBy=kind",
  "groupBy=member&isSuccess=false",
  "toolSlug=bench_tool_7",
  "accountUserId=1000007&groupBy=tool",
];
/** Read from records only. Over more time they may need longer than a summary may take. */
const recordQueries = ["groupBy=connection", "search=tool_7"];
/** Days; the records are of the last 6. */
const times = [
  ["24 hours", 1],
  ["7 days", 7],
  ["30 days", 30],
  ["a year", 365],
] as const;
const listers = 12;

/** Fills the history of a server, then measures lists and executions. */
export async function benchmarkGrowth({ records, note }: GrowthOptions): Promise<GrowthReport> {
  let server = await startServer();
  const downstream = await startProcess("downstream.ts");
  const driver = await startDriver();
  const listDriver = await startDriver();
  try {
    await importThings(server, downstream.origin);
    note(`writing ${records} records`);
    const start = performance.now();
    await seedHistory(server, records);
    const seedSeconds = (performance.now() - start) / 1000;
    // A server counts the hours of a history that is already there when it starts.
    await stopServer(server, false);
    server = await startServer({ dataDir: server.dataDir });
    const countingSeconds = await waitUntilCounted(server);
    note("listing");
    const lists = [];
    for (const filter of filters) {
      const { p50Ms, p95Ms } = await drive(driver, {
        ...listRequest(server, filter),
        concurrency: 1,
        count: 20,
      });
      lists.push({ filter, p50Ms, p95Ms });
    }
    note("summarizing");
    const summaries = [];
    for (const [name, days] of times) {
      const from = new Date(Date.now() - days * 86_400_000).toISOString();
      for (const query of days === 1 ? [...summaryQueries, ...recordQueries] : summaryQueries) {
        const paths = [`/v1/executions/Summary?from=${from}&${query}`];
        const load = { ...listRequest(server, ""), paths, concurrency: 1, count: 10 };
        const { p50Ms, p95Ms } = await drive(driver, load);
        summaries.push({ filter: `${name} ${query}`, p50Ms, p95Ms });
      }
    }
    note("executing");
    const executions = { ...executeRequest(server, "recorded"), concurrency: 32, count: 3000 };
    await drive(driver, executions);
    const executionsAlone = await drive(driver, executions);
    const executionsWhileListing = await whileListing(listDriver, server, () => drive(driver, executions));
    return {
      records,
      seedSeconds,
      lists,
      summaries,
      countingSeconds,
      executionsAlone,
      executionsWhileListing,
    };
  } finally {
    for (const { child } of [driver, listDriver, downstream]) {
      await stopProcess(child);
    }
    await stopServer(server);
  }
}

/** Does some work while clients list without a pause. Fails when either fails. */
async function whileListing<Result>(
  listDriver: BenchProcess,
  server: BowlineServer,
  work: () => Promise<Result>,
): Promise<Result> {
  const load = { ...listRequest(server, "toolSlug=bench_tool_7"), concurrency: listers, count: 10 * listers };
  let isListing = true;
  const list = async () => {
    while (isListing) {
      await drive(listDriver, load);
    }
  };
  const working = work().finally(() => {
    isListing = false;
  });
  const [result] = await Promise.all([working, list()]);
  return result;
}

const listRequest = (server: BowlineServer, filter: string): Omit<Load, "concurrency" | "count"> => ({
  origin: server.origin,
  method: "GET",
  paths: [`/v1/executions?top=100&${filter}`],
  headers: { "x-api-key": server.apiKey },
  body: null,
  expect: "ok",
});

/**
 * Writes records of 300 tools over 50,000 connections and one large one. Every hundredth failed, every fifth is of one of 20 other account
 * users, and one in some thousand has a rare tool, toolset, source or failure. They are written as those from before an upgrade: no
 * trigger notes them, and no hour is counted.
 */
async function seedHistory(server: BowlineServer, records: number): Promise<void> {
  await withDatabase(server, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, connection_id, toolset_id,
         resolved_by, source, is_success, failure_kind, error_message, request_id, execution_time_ms, is_output_cut, created_date,
         input, output)
       select 100000000 + id, company_id, case when id % 5 = 0 then 1000000 + id / 5 % 20 else account_user_id end,
         case when id % 9973 = 0 then 'rare_tool_' || id % 3 else 'bench_tool_' || id % 300 end,
         case when id % 9973 = 0 then 'rare' else 'bench' end, case when id % 3 = 0 then 77 else 1000000 + id % 50000 end,
         case when id % 5003 = 0 then '${rareToolset}'::uuid end, 'default',
         case when id % 10007 = 0 then 'console' when id % 7 = 0 then 'mcp' else 'api' end,
         id % 100 <> 0, case when id % 20000 = 0 then 'missingScope' when id % 100 = 0 then 'timeout' end,
         case when id % 100 = 0 then 'The application did not respond.' end,
         'bench-' || id, exp(random() * 4 + 2), false, date_trunc('milliseconds', now() - ($1 - id) * interval '0.5 seconds'),
         '{}', '[]'
       from generate_series(1, $1::int) as id, (select * from account_user limit 1) as owner`,
      [records],
    );
    await client.query("truncate history_hour; update history_rollup set since = until");
    await client.query("vacuum analyze execution");
  });
  const { totalCount } = await callApi<ListEnvelope<unknown>>(server, "GET", "/v1/executions?top=1");
  if (totalCount < records / 2) {
    throw new Error(`The history has ${totalCount} records instead of ${records}.`);
  }
}

/** Waits until the job has counted all hours that are over. Returns the seconds. */
async function waitUntilCounted(server: BowlineServer): Promise<number> {
  const start = performance.now();
  await withDatabase(server, async (client) => {
    const isCounted = "select since = '-infinity' as \"isCounted\" from history_rollup";
    while (!(await client.query(isCounted)).rows[0].isCounted) {
      await delay(100);
    }
  });
  const seconds = (performance.now() - start) / 1000;
  const from = new Date(Date.now() - 365 * 86_400_000).toISOString();
  const [summary, list] = await Promise.all([
    callApi<{ count: number }>(server, "GET", `/v1/executions/Summary?from=${from}`),
    countAllRecords(server),
  ]);
  if (summary.count !== list) {
    throw new Error(`The summary counts ${summary.count} records instead of ${list}.`);
  }
  return seconds;
}

async function countAllRecords(server: BowlineServer): Promise<number> {
  let count = 0;
  await withDatabase(server, async (client) => {
    const { rows } = await client.query("select count(*)::int as count from execution");
    count = rows[0].count;
  });
  return count;
}

async function withDatabase(
  server: BowlineServer,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    host: join(server.dataDir, "postgres"),
    user: "bowline",
    password: (await readFile(join(server.dataDir, "postgres.password"), "utf8")).trim(),
    database: "bowline",
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
