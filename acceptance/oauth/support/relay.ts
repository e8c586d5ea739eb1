import type { IncomingMessage } from "node:http";
import { request as send } from "undici";
import { flattenHeaders } from "../../support/flatten-headers.ts";
import { type LoopbackServer, listenOnLoopback, readBody } from "./loopback-server.ts";

/** A request that passed the relay, and its response. */
export interface PassedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: string;
  status: number;
  responseBody: string;
}

/** A response of the relay: the peer's, or one that replaces it. */
export interface RelayResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A proxy that records requests and responses, and changes responses for a test. */
export interface Relay {
  origin: string;
  passed: PassedRequest[];
  /** Changes a response before it is returned. */
  change: ((passed: PassedRequest, relayed: RelayResponse) => RelayResponse) | null;
  /** Access tokens for which the relay returns 401. */
  refusedTokens: Set<string>;
  /** Recorded requests with this path, oldest first. */
  on(path: string): PassedRequest[];
  stop(): Promise<void>;
}

/** Starts the relay. `target` is called for each request, because the peer may need the relay's address to start. */
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
    const relayed = isRefused(arrived, refusedTokens)
      ? refusal
      : await forward(target(), request.url, arrived);
    Object.assign(arrived, { status: relayed.status, responseBody: relayed.body });
    passed.push(arrived);
    const { status, headers, body } = relay.change?.(arrived, relayed) ?? relayed;
    response.writeHead(status, headers).end(body);
  });
  return Object.assign(relay, { origin: server.origin, stop: server.stop });
}

const refusal: RelayResponse = {
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
    headers: flattenHeaders(request.headers),
    body: await readBody(request),
    status: 0,
    responseBody: "",
  };
}

async function forward(
  target: string,
  url: string | undefined,
  arrived: PassedRequest,
): Promise<RelayResponse> {
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
  return { status: response.statusCode, headers: flattenHeaders(kept), body };
}
