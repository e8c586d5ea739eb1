import { mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { callApi } from "./api-client.ts";
import { type BowlineServer, startServer, stopServer } from "./bowline-server.ts";
import { stopProcess } from "./child-process.ts";
import { startDriver } from "./driver.ts";
import { type LoadFigures, measureLoad } from "./measure-load.ts";
import { readResidentBytes } from "./process-usage.ts";

export interface BuiltInsOptions {
  /** Searches in one measurement. */
  count: number;
  /** Measure hybrid search, too. The first time on a machine it takes minutes. */
  hybrid: boolean;
  note(progress: string): void;
}

/** The cost of the built-in applications, with their snapshot at hand. */
export interface BuiltInsReport {
  tools: number;
  /** From the start of a server with a new database until all applications are there. */
  readySeconds: number;
  /** Until a later start serves them. */
  restartSeconds: number;
  /** Resident memory of the server, before and after the first searches. */
  residentBytes: number;
  searchedBytes: number;
  firstSearchMs: number;
  rows: ({ search: string } & LoadFigures)[];
}

/** Kept between runs: packages, the snapshot, the model and the embeddings. */
const cacheDir = resolve(".cache/bench/built-ins");
const longestMs = 20 * 60_000;

/** Everyday requests, so different that no result is remembered. */
const subjects = ["invoice", "calendar event", "customer", "file", "message", "issue", "user", "payment"];
const verbs = ["create", "find", "delete", "share", "who may see my", "change the name of", "list every"];
const places = ["today", "for a colleague", "by e-mail address", "in the archive", "that is overdue"];

const listQueries = (): string[] =>
  verbs.flatMap((verb) =>
    subjects.flatMap((subject) => places.map((place) => `${verb} ${subject} ${place}`)),
  );

/** Measures a start with all built-in applications, and searches among them, one at a time. */
export async function benchmarkBuiltIns({ count, hybrid, note }: BuiltInsOptions): Promise<BuiltInsReport> {
  await mkdir(cacheDir, { recursive: true });
  const env = {
    BOWLINE_BUILT_INS: "on",
    BOWLINE_CACHE_DIR: cacheDir,
    ...(hybrid && { BOWLINE_SEARCH: "hybrid" }),
  };
  note("building the snapshot, if there is none");
  await stopServer((await startWithApplications(env)).server);
  note("installing the snapshot");
  let first = await startWithApplications(env);
  if (hybrid) {
    note("embedding the tools, if they are not yet");
    await waitForMeaning(first.server);
    // Their embeddings are then part of an installation, which is measured again.
    await stopServer(first.server);
    first = await startWithApplications(env);
  }
  await stopServer(first.server, false);
  const again = await startWithApplications(env, first.server.dataDir);
  const driver = await startDriver();
  try {
    const residentBytes = readResidentBytes(again.server.pid);
    const before = performance.now();
    await callApi(again.server, "GET", "/v1/tools?search=send%20a%20message&top=10&view=summary");
    const firstSearchMs = performance.now() - before;
    const rows = [];
    for (const search of hybrid ? ["hybrid, new query", "hybrid, query seen before"] : ["lexical"]) {
      note(`searching, ${search}`);
      const paths = listQueries().map(
        (query) => `/v1/tools?search=${encodeURIComponent(query)}&top=10&view=summary`,
      );
      const figures = await measureLoad(driver, again.server.pid, {
        method: "GET",
        body: null,
        concurrency: 1,
        expect: "ok",
        origin: again.server.origin,
        paths,
        headers: { "x-api-key": again.server.apiKey },
        count: hybrid ? paths.length : count,
      });
      rows.push({ search, ...figures });
    }
    return {
      tools: again.tools,
      readySeconds: first.seconds,
      restartSeconds: again.seconds,
      residentBytes,
      searchedBytes: readResidentBytes(again.server.pid),
      firstSearchMs,
      rows,
    };
  } finally {
    await stopProcess(driver.child);
    await stopServer(again.server);
  }
}

async function startWithApplications(
  env: Record<string, string>,
  dataDir?: string,
): Promise<{ server: BowlineServer; seconds: number; tools: number }> {
  const begin = performance.now();
  const server = await startServer({ env, ...(dataDir !== undefined && { dataDir }) });
  for (const end = performance.now() + longestMs; performance.now() < end; ) {
    const { totalCount } = await callApi<{ totalCount: number }>(
      server,
      "GET",
      "/v1/tools?top=1&view=summary",
    );
    if (totalCount > 0) {
      return { server, seconds: (performance.now() - begin) / 1000, tools: totalCount };
    }
    await delay(100);
  }
  await stopServer(server);
  throw new Error("The built-in applications did not appear.");
}

/** Each application that is embedded leaves a file in the cache folder. */
async function waitForMeaning(server: BowlineServer): Promise<void> {
  const { totalCount } = await callApi<{ totalCount: number }>(server, "GET", "/v1/applications?top=1");
  for (const end = performance.now() + longestMs; performance.now() < end; await delay(1000)) {
    const files = await readdir(join(cacheDir, "embeddings"), { recursive: true }).catch(() => []);
    if (files.filter((file) => file.endsWith(".bin")).length >= totalCount) {
      return;
    }
  }
  throw new Error("The tools were not embedded in time.");
}
