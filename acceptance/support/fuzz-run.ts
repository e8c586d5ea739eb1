import { Readable } from "node:stream";
import fc from "fast-check";
import { Agent } from "undici";
import { flattenHeaders } from "./flatten-headers.ts";
import type { FuzzRequest } from "./fuzz-request.ts";
import { findBrokenRules } from "./universal-rules.ts";

/** Limit for one response. Large, because the machine may be busy. */
const hangMs = 60_000;
const atOnce = 24;
const maxStretch = 5;

export interface FuzzTarget {
  baseUrl: string;
  apiKey: string;
  hasBudgets: boolean;
}

/** Log lines about unexpected errors in the server, with their stacks. */
export function listUnexpectedErrors(log: string): string {
  return log
    .split("\n")
    .filter((line) => /failed unexpectedly|deadlock/.test(line))
    .slice(0, 10)
    .join("\n")
    .replaceAll("\\n", "\n");
}

/** The result of a run. */
export interface FuzzOutcome {
  /** The broken rules with their requests; empty when there are none. */
  failures: string[];
  /** Operations that returned 200 at least once, as `METHOD path`. */
  reached: Set<string>;
}

/** Sends `count` requests, and up to five times as many until `isEnough`, and checks the responses. */
export async function runFuzz(
  target: FuzzTarget,
  requests: fc.Arbitrary<FuzzRequest>,
  options: { seed: number; count: number; isEnough(reached: ReadonlySet<string>): boolean },
): Promise<FuzzOutcome> {
  const agent = new Agent({ connections: atOnce, headersTimeout: hangMs, bodyTimeout: hangMs });
  const failures: string[] = [];
  const reached = new Set<string>();
  const batchSize = 500;
  const isDone = (sent: number) =>
    sent >= (options.isEnough(reached) ? options.count : options.count * maxStretch);
  for (let done = 0; !isDone(done) && failures.length < 20; done += batchSize) {
    const batch = fc.sample(requests, { seed: options.seed + done, numRuns: batchSize })[Symbol.iterator]();
    const work = async () => {
      for (const request of batch) {
        const problems = await check(agent, target, request, reached);
        if (problems.length > 0) {
          failures.push(`${describe(request)}\n    ${problems.join("\n    ")}`);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  await agent.destroy();
  return { failures, reached };
}

async function check(
  agent: Agent,
  target: FuzzTarget,
  request: FuzzRequest,
  reached: Set<string>,
): Promise<string[]> {
  const { method, headers, body, isChunked } = request;
  const begin = performance.now();
  try {
    const response = await agent.request({
      origin: target.baseUrl,
      path: request.target,
      method: method as "GET",
      headers: { "x-api-key": target.apiKey, ...headers },
      body: body && isChunked ? Readable.from(split(body)) : body,
    });
    const text = await response.body.text();
    const tookMs = performance.now() - begin;
    const { operation } = request;
    if (response.statusCode === 200 && method === operation.method) {
      reached.add(`${method} ${operation.path}`);
    }
    const late = tookMs > hangMs ? [`it took ${Math.round(tookMs)} ms`] : [];
    const flatResponse = {
      status: response.statusCode,
      headers: flattenHeaders(response.headers),
      text,
      body: parse(text),
    };
    return [...late, ...findProblems(request, flatResponse, target)].map(
      (problem) => `${problem} → ${flatResponse.status} ${text.slice(0, 300)}`,
    );
  } catch (error) {
    return [`no response: ${error}`];
  }
}

interface FuzzResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  body: unknown;
}

function findProblems(request: FuzzRequest, flatResponse: FuzzResponse, target: FuzzTarget): string[] {
  if (flatResponse.status >= 500) {
    return ["a hostile input must not cause an internal error"];
  }
  const sent = request.target.split("?")[0] ?? "";
  // Dots in a path may lead out of /v1; a response without a body has no envelope.
  if (!URL.parse(sent, target.baseUrl)?.pathname.startsWith("/v1/") || request.method === "HEAD") {
    return [];
  }
  const path = readEnvelopePath(flatResponse.body) ?? sent;
  const broken = findBrokenRules({ method: request.method, ...flatResponse, path }, target.hasBudgets);
  if (!isSamePath(path, sent, target.baseUrl)) {
    broken.push(`path is ${path}, not ${sent} (D6)`);
  }
  const isOwn = request.method === request.operation.method && flatResponse.status === 200;
  // A hostile path segment may lead to another operation.
  if (isOwn && leadsTo(request.operation.path, sent, target.baseUrl)) {
    broken.push(...request.operation.findResponseProblems(flatResponse.body));
  }
  return broken;
}

function readEnvelopePath(body: unknown): string | null {
  const isEnvelope = typeof body === "object" && body !== null && "errorCode" in body && "path" in body;
  return isEnvelope ? String(body.path) : null;
}

/** Whether the path equals the sent one, as sent or with dots resolved. */
function isSamePath(returned: string, sent: string, baseUrl: string): boolean {
  return returned === sent || returned === URL.parse(sent, baseUrl)?.pathname;
}

function leadsTo(template: string, sent: string, baseUrl: string): boolean {
  const pattern = template.replaceAll(/\{\w+\}/g, "[^/]+");
  const known = /\/(GetSignInUrl)$/.test(sent) && !template.endsWith("GetSignInUrl");
  return !known && new RegExp(`^${pattern}$`).test(URL.parse(sent, baseUrl)?.pathname ?? "");
}

function* split(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += 1000) {
    yield body.subarray(start, start + 1000);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe({ method, target, headers, body, isChunked }: FuzzRequest): string {
  const shown = body === null ? "" : JSON.stringify(body.toString().slice(0, 800));
  return `${method} ${target.slice(0, 300)} ${JSON.stringify(headers)}${isChunked ? " chunked" : ""} ${shown}`;
}
