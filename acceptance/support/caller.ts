import { Agent, type Dispatcher, request } from "undici";
import { expect } from "vitest";
import { deployment } from "./deployment.ts";
import { flattenHeaders } from "./flatten-headers.ts";
import type { ErrorEnvelope } from "./records.ts";
import { findBrokenRules } from "./universal-rules.ts";

/** A response of the server. */
export interface ApiResponse {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  text: string;
  /** The body parsed as JSON; undefined when it is not JSON. */
  body: unknown;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface SendOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  rawBody?: string | Buffer;
  headers?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
}

/** Calls the API with one credential, and checks each response against the universal rules. */
export interface Caller {
  send(method: Method, path: string, options?: SendOptions): Promise<ApiResponse>;
  get(path: string, query?: SendOptions["query"]): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: SendOptions): Promise<ApiResponse>;
  put(path: string, body?: unknown): Promise<ApiResponse>;
  patch(path: string, body?: unknown, options?: SendOptions): Promise<ApiResponse>;
  delete(path: string, query?: SendOptions["query"]): Promise<ApiResponse>;
}

/** The server that a caller calls. */
export interface CallerTarget {
  baseUrl: string;
  hasBudgets: boolean;
}

const agent = new Agent({ connections: 64, pipelining: 1, headersTimeout: 280_000, bodyTimeout: 280_000 });

/** A caller with these headers on every request. Default target: the deployment under test. */
export function createCaller(
  credential: Record<string, string>,
  target: CallerTarget = deployment(),
): Caller {
  const send = async (method: Method, path: string, options: SendOptions = {}) => {
    const response = await exchange(target.baseUrl + path + writeQuery(options.query), method, {
      ...options,
      headers: { ...credential, ...options.headers },
    });
    if (path.startsWith("/v1")) {
      checkAgainstRules(method, path, response, target.hasBudgets);
    }
    return response;
  };
  return {
    send,
    get: (path, query) => send("GET", path, query ? { query } : {}),
    post: (path, body, options) => send("POST", path, { ...options, ...(body !== undefined && { body }) }),
    put: (path, body) => send("PUT", path, body === undefined ? {} : { body }),
    patch: (path, body, options) => send("PATCH", path, { ...options, ...(body !== undefined && { body }) }),
    delete: (path, query) => send("DELETE", path, query ? { query } : {}),
  };
}

/** A caller with an API key. */
export function createKeyCaller(apiKey: string, target?: CallerTarget): Caller {
  return createCaller({ "x-api-key": apiKey }, target);
}

/** Expects a 200 and returns its body. */
export async function succeed<Body>(pending: Promise<ApiResponse>): Promise<Body> {
  const response = await pending;
  expect(response.status, response.text.slice(0, 1000)).toBe(200);
  return response.body as Body;
}

/** Expects this error, with at least these members in `details`, and returns its envelope. */
export async function refuse(
  pending: Promise<ApiResponse>,
  errorCode: string,
  fields: readonly string[] = [],
): Promise<ErrorEnvelope> {
  const response = await pending;
  const envelope = response.body as ErrorEnvelope;
  expect(envelope.errorCode, `${response.status} ${response.text.slice(0, 1000)}`).toBe(errorCode);
  const named = envelope.details?.map((detail) => detail.field) ?? [];
  expect(named).toEqual(expect.arrayContaining([...fields]));
  return envelope;
}

async function exchange(url: string, method: Method, options: SendOptions): Promise<ApiResponse> {
  const sendsJson = options.body !== undefined;
  const init: Omit<Dispatcher.RequestOptions, "origin" | "path"> = {
    method,
    headers: { ...(sendsJson && { "content-type": "application/json" }), ...options.headers },
    body: sendsJson ? JSON.stringify(options.body) : (options.rawBody ?? null),
  };
  const response = await request(url, { ...init, dispatcher: agent });
  const text = await response.body.text();
  return { status: response.statusCode, headers: flattenHeaders(response.headers), text, body: parse(text) };
}

function checkAgainstRules(method: Method, path: string, response: ApiResponse, hasBudgets: boolean): void {
  const broken = findBrokenRules({ method, path: path.split("?")[0] ?? path, ...response }, hasBudgets);
  expect(broken, `${method} ${path} → ${response.status} ${response.text.slice(0, 500)}`).toEqual([]);
}

function writeQuery(query: SendOptions["query"]): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
