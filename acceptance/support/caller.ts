import { Agent, type Dispatcher, request } from "undici";
import { expect } from "vitest";
import { deployment } from "./deployment.ts";
import type { ErrorEnvelope } from "./records.ts";
import { findBrokenRules } from "./universal-rules.ts";

/** What the server answered. */
export interface Answer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  text: string;
  /** The body as JSON; undefined when it is none. */
  body: unknown;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface SendOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  rawBody?: string | Buffer;
  headers?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
}

/** One who calls the API with one credential. Every answer is held against the universal rules. */
export interface Caller {
  send(method: Method, path: string, options?: SendOptions): Promise<Answer>;
  get(path: string, query?: SendOptions["query"]): Promise<Answer>;
  post(path: string, body?: unknown, options?: SendOptions): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  delete(path: string, query?: SendOptions["query"]): Promise<Answer>;
}

/** Where a caller calls, and what holds there. */
export interface CallerTarget {
  baseUrl: string;
  hasBudgets: boolean;
}

const agent = new Agent({ connections: 64, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });

/** A caller with these headers on every request. Default target: the deployment under test. */
export function createCaller(
  credential: Record<string, string>,
  target: CallerTarget = deployment(),
): Caller {
  const send = async (method: Method, path: string, options: SendOptions = {}) => {
    const answer = await exchange(target.baseUrl + path + writeQuery(options.query), method, {
      ...options,
      headers: { ...credential, ...options.headers },
    });
    if (path.startsWith("/v1")) {
      holdAgainstRules(method, path, answer, target.hasBudgets);
    }
    return answer;
  };
  return {
    send,
    get: (path, query) => send("GET", path, query ? { query } : {}),
    post: (path, body, options) => send("POST", path, { ...options, ...(body !== undefined && { body }) }),
    put: (path, body) => send("PUT", path, body === undefined ? {} : { body }),
    patch: (path, body) => send("PATCH", path, body === undefined ? {} : { body }),
    delete: (path, query) => send("DELETE", path, query ? { query } : {}),
  };
}

/** A caller with an API key. */
export function createKeyCaller(apiKey: string, target?: CallerTarget): Caller {
  return createCaller({ "x-api-key": apiKey }, target);
}

/** The body of an answer that must be 200. */
export async function succeed<Body>(pending: Promise<Answer>): Promise<Body> {
  const answer = await pending;
  expect(answer.status, answer.text.slice(0, 1000)).toBe(200);
  return answer.body as Body;
}

/** The envelope of an answer that must be this error, naming at least these members in `details`. */
export async function refuse(
  pending: Promise<Answer>,
  errorCode: string,
  fields: readonly string[] = [],
): Promise<ErrorEnvelope> {
  const answer = await pending;
  const envelope = answer.body as ErrorEnvelope;
  expect(envelope.errorCode, `${answer.status} ${answer.text.slice(0, 1000)}`).toBe(errorCode);
  const named = envelope.details?.map((detail) => detail.field) ?? [];
  expect(named).toEqual(expect.arrayContaining([...fields]));
  return envelope;
}

async function exchange(url: string, method: Method, options: SendOptions): Promise<Answer> {
  const sendsJson = options.body !== undefined;
  const init: Omit<Dispatcher.RequestOptions, "origin" | "path"> = {
    method,
    headers: { ...(sendsJson && { "content-type": "application/json" }), ...options.headers },
    body: sendsJson ? JSON.stringify(options.body) : (options.rawBody ?? null),
  };
  const response = await request(url, { ...init, dispatcher: agent });
  const text = await response.body.text();
  return { status: response.statusCode, headers: flatten(response.headers), text, body: parse(text) };
}

function holdAgainstRules(method: Method, path: string, answer: Answer, hasBudgets: boolean): void {
  const broken = findBrokenRules({ method, path: path.split("?")[0] ?? path, ...answer }, hasBudgets);
  expect(broken, `${method} ${path} → ${answer.status} ${answer.text.slice(0, 500)}`).toEqual([]);
}

function writeQuery(query: SendOptions["query"]): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
