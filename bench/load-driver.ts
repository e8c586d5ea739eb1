/** Sends series of requests and measures response times. Each message from the parent is a `Load`. */
import { setTimeout } from "node:timers/promises";
import { Pool } from "undici";
import type { Load, LoadResult } from "./load.ts";
import { percentile } from "./statistics.ts";

const pools = new Map<string, Pool>();

async function runLoad(load: Load): Promise<LoadResult> {
  const latencies = new Float64Array(load.count);
  let next = 0;
  let failure: string | null = null;
  const begin = performance.now();
  async function keepOneInFlight(): Promise<void> {
    while (next < load.count && !failure) {
      const number = next++;
      if (load.rate) {
        await waitUntil(begin + (number / load.rate) * 1000);
      }
      const start = performance.now();
      const problem = await sendRequest(load, number);
      // Read afterward: another request may have failed meanwhile.
      failure ??= problem;
      latencies[number] = performance.now() - start;
    }
  }
  await Promise.all(Array.from({ length: load.concurrency }, keepOneInFlight));
  const durationMs = performance.now() - begin;
  latencies.sort();
  return {
    durationMs,
    p50Ms: percentile(latencies, 50),
    p95Ms: percentile(latencies, 95),
    p99Ms: percentile(latencies, 99),
    failure,
  };
}

/** To the millisecond: requests of the same millisecond start together. */
async function waitUntil(time: number): Promise<void> {
  const waitMs = time - performance.now();
  if (waitMs > 0) {
    await setTimeout(waitMs);
  }
}

/** Returns what was wrong with the response, or null. */
async function sendRequest(load: Load, number: number): Promise<string | null> {
  const { statusCode, body } = await findPool(load).request({
    path: load.paths[number % load.paths.length] ?? "/",
    method: load.method,
    headers: load.headers,
    body: load.body?.replace("{number}", String(number)) ?? null,
  });
  const text = await body.text();
  const problem = statusCode === 200 ? checkResponse(load, text) : `status ${statusCode}`;
  return (
    problem && `${load.method} ${load.paths[number % load.paths.length]}: ${problem}: ${text.slice(0, 500)}`
  );
}

function checkResponse({ expect }: Load, text: string): string | null {
  switch (expect) {
    case "ok":
      return null;
    case "success":
    case "recorded":
      return checkExecution(JSON.parse(text), expect === "recorded");
    case "toolResult":
    case "recordedToolResult":
      return checkToolResult(readMessage(text).result, expect === "recordedToolResult");
  }
}

function checkExecution(
  { isSuccess, historyId }: { isSuccess?: boolean; historyId?: unknown },
  isRecorded: boolean,
): string | null {
  if (isSuccess !== true) {
    return "the tool failed";
  }
  return isRecorded && typeof historyId !== "number" ? "no history record" : null;
}

interface ToolResult {
  isError?: boolean;
  content: unknown[];
  _meta?: Record<string, unknown>;
}

function checkToolResult(result: ToolResult | undefined, isRecorded: boolean): string | null {
  if (!result || result.isError || result.content.length === 0) {
    return "the tool failed";
  }
  return isRecorded && typeof result._meta?.["bowline/historyId"] !== "number" ? "no history record" : null;
}

/** The message of a response: JSON, or the last event of a stream. */
function readMessage(text: string): { result?: ToolResult } {
  return JSON.parse(text.startsWith("{") ? text : text.slice(text.lastIndexOf("data: ") + "data: ".length));
}

function findPool({ origin }: Load): Pool {
  let pool = pools.get(origin);
  if (!pool) {
    pool = new Pool(origin, { connections: 256, pipelining: 1, keepAliveTimeout: 30_000 });
    pools.set(origin, pool);
  }
  return pool;
}

process.on("message", (load: Load) => {
  runLoad(load).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on("disconnect", () => process.exit());
process.send?.({ port: 0 });
