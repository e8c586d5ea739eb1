import type { IncomingMessage } from "node:http";
import { request as send } from "undici";
import { type LoopbackServer, listenOnLoopback, readBody } from "./loopback-server.ts";

/** A request that passed the relay, and what was answered. */
export interface PassedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
  status: number;
  answer: string;
}

/** What is answered, or instead of what the peer says. */
export interface RelayAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Stands before a peer: keeps what passes, and answers otherwise where a test asks for it. */
export interface Relay {
  origin: string;
  passed: PassedRequest[];
  /** Changes an answer on its way back. */
  change: ((passed: PassedRequest, answer: RelayAnswer) => RelayAnswer) | null;
  /** Access tokens that the peer does not take any more: 401. */
  refusedTokens: Set<string>;
  /** What passed with this path, oldest first. */
  on(path: string): PassedRequest[];
  stop(): Promise<void>;
}

/** Starts it; `target` is asked for at each request, since the peer may need the relay's address to start. */
export async function startRelay(target: () => string): Promise<Relay> {
  const passed: PassedRequest[] = [];
  const refusedTokens = new Set<string>();
  const relay: Omit<Relay, "origin" | "stop"> = {
    passed,
    change: null,
    refusedTokens,
    on: (path) => passed.filter((each) => each.path === path),
  };
  const server: LoopbackServer = await listenOnLoopback(async (request, response) => {
    const arrived = await readArrived(request);
    const answer = isRefused(arrived, refusedTokens)
      ? refusal
      : await forward(target(), request.url, arrived);
    Object.assign(arrived, { status: answer.status, answer: answer.body });
    passed.push(arrived);
    const { status, headers, body } = relay.change?.(arrived, answer) ?? answer;
    response.writeHead(status, headers).end(body);
  });
  return Object.assign(relay, { origin: server.origin, stop: server.stop });
}

const refusal: RelayAnswer = {
  status: 401,
  headers: { "content-type": "application/json", "www-authenticate": 'Bearer error="invalid_token"' },
  body: JSON.stringify({ message: "Bad credentials" }),
};

function isRefused({ headers }: PassedRequest, tokens: Set<string>): boolean {
  return tokens.has((headers.authorization ?? "").replace(/^Bearer /i, ""));
}

async function readArrived(request: IncomingMessage): Promise<PassedRequest> {
  const [path = "", query = ""] = (request.url ?? "").split(/\?(.*)/s);
  return {
    method: request.method ?? "",
    path,
    query: new URLSearchParams(query),
    headers: flatten(request.headers),
    body: await readBody(request),
    status: 0,
    answer: "",
  };
}

async function forward(
  target: string,
  url: string | undefined,
  arrived: PassedRequest,
): Promise<RelayAnswer> {
  const { host: _host, connection: _connection, "content-length": _length, ...headers } = arrived.headers;
  const hasBody = arrived.method !== "GET" && arrived.method !== "HEAD";
  const response = await send(target + (url ?? ""), {
    method: arrived.method as "GET",
    headers: { ...headers, "accept-encoding": "identity" },
    body: hasBody ? arrived.body : null,
  });
  const body = await response.body.text();
  const {
    connection: _close,
    "transfer-encoding": _chunked,
    "content-length": _size,
    ...kept
  } = response.headers;
  return { status: response.statusCode, headers: flatten(kept), body };
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
  );
}
