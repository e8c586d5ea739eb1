import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { deployment } from "./deployment.ts";
import { flattenHeaders } from "./flatten-headers.ts";

/** A request that arrived at the downstream. */
export interface ArrivedRequest {
  method: string;
  /** Path without the two segments of server variables, still encoded. */
  path: string;
  /** The first two segments: the server variables. */
  base: string;
  /** Text after `?`, still encoded. */
  query: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** The suite's own API, which real tool calls reach. */
export interface Downstream {
  /** Address as the server under test reaches it. */
  origin: string;
  /** Every request that arrived, oldest first. */
  requests: ArrivedRequest[];
  /** Requests that arrived at the address redirects point to. */
  strayRequests: ArrivedRequest[];
  /** The items in `/items` and `/wrapped`. */
  items: unknown[];
  /** The response body of `/anything`. */
  anything: unknown;
  /** More headers of its response. */
  anythingHeaders: Record<string, string>;
  /** Clears the lists of requests. */
  forget(): void;
  /** Holds the slow operations back, whatever time they were asked for, until the returned function is called. */
  hold(): () => void;
  /** Documents served as `/documents/<name>`, by name. */
  documents: Map<string, string>;
  stop(): Promise<void>;
}

/** Starts the downstream on a free port. */
export async function startDownstream(): Promise<Downstream> {
  const { downstreamHost } = deployment();
  const requests: ArrivedRequest[] = [];
  const strayRequests: ArrivedRequest[] = [];
  const stray = await listen(async (request, response) => {
    strayRequests.push(await readRequest(request));
    sendJson(response, 200, { stray: true });
  });
  const state: ServedState & Pick<Downstream, "documents"> = {
    held: null,
    items: [],
    anything: {},
    anythingHeaders: {},
    documents: new Map(),
  };
  const strayUrl = `http://${downstreamHost}:${readPort(stray)}/stolen`;
  const server = await listen(async (request, response) => {
    const arrived = await readRequest(request);
    const document = /^\/documents\/(.+)$/.exec(arrived.base + arrived.path)?.[1];
    if (document !== undefined) {
      return sendText(response, state.documents.get(document) ?? "");
    }
    requests.push(arrived);
    return serve(arrived, response, state, strayUrl);
  });
  return Object.assign(state, {
    origin: `http://${downstreamHost}:${readPort(server)}`,
    requests,
    strayRequests,
    forget: () => {
      requests.length = 0;
      strayRequests.length = 0;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.held = promise;
      return () => {
        state.held = null;
        resolve();
      };
    },
    stop: async () => {
      for (const each of [server, stray]) {
        each.closeAllConnections();
        each.close();
      }
    },
  });
}

interface ServedState extends Pick<Downstream, "items" | "anything" | "anythingHeaders"> {
  /** What the slow operations wait for. */
  held: Promise<void> | null;
}

async function serve(
  arrived: ArrivedRequest,
  response: ServerResponse,
  state: ServedState,
  strayUrl: string,
): Promise<void> {
  const [, place = "", argument = ""] = arrived.path.split("/");
  const query = new URLSearchParams(arrived.query);
  switch (place) {
    case "items":
      return serveItems(arrived, argument, response, state.items);
    case "wrapped":
      return sendJson(response, 200, { data: state.items, next: "page-2" });
    case "anything":
      return sendJson(response, 200, state.anything, state.anythingHeaders);
    case "status":
      return sendJson(response, Number(argument), { message: `The downstream says ${argument}.` });
    case "slow":
      await (state.held ??
        delay(Number(query.get("milliseconds") ?? JSON.parse(arrived.body.toString()).milliseconds)));
      return sendJson(response, 200, { waited: true });
    case "large":
      return sendJson(response, 200, { filling: "x".repeat(Number(query.get("bytes"))) });
    case "rubbish":
      response.writeHead(200, { "content-type": "application/json" }).end('{"broken": ');
      return;
    case "reset":
      response.socket?.destroy();
      return;
    case "echo":
      return sendJson(response, 200, pickRequestHead(arrived), {
        "x-echo": JSON.stringify(pickRequestHead(arrived)),
      });
    case "scope": {
      const challenge = 'Bearer error="insufficient_scope", scope="items:write"';
      return sendJson(response, 403, { message: "Not allowed." }, { "www-authenticate": challenge });
    }
    case "refuse":
      return sendJson(response, 400, { message: `Not good: ${JSON.stringify(pickRequestHead(arrived))}` });
    case "redirect":
      response.writeHead(302, { location: strayUrl }).end();
      return;
    default:
      return sendJson(response, 200, { arrived: true, place });
  }
}

function serveItems(arrived: ArrivedRequest, id: string, response: ServerResponse, items: unknown[]): void {
  const found = id === "" ? items : { id: Number(id), name: `Item ${id}` };
  if (arrived.method === "DELETE") {
    response.writeHead(204).end();
  } else {
    sendJson(response, 200, arrived.method === "GET" ? found : { created: true });
  }
}

async function readRequest(request: IncomingMessage): Promise<ArrivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  const [address = "", query = ""] = (request.url ?? "").split(/\?(.*)/s);
  const [, base = "", path = ""] = /^(\/[^/]*\/[^/]*)(.*)$/s.exec(address) ?? [];
  const headers = flattenHeaders(request.headers);
  return { method: request.method ?? "", base, path, query, headers, body: Buffer.concat(chunks) };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

async function listen(handler: Handler): Promise<Server> {
  const server = createServer((request, response) => {
    Promise.resolve(handler(request, response)).catch(() => response.destroy());
  });
  // The server under test closes connections first, however late its timers are.
  server.keepAliveTimeout = 120_000;
  server.listen(0, deployment().isOutside ? "0.0.0.0" : "127.0.0.1");
  await once(server, "listening");
  return server;
}

function readPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The downstream has no port.");
  }
  return address.port;
}

/** The parts of a request that a careless API repeats, credentials included. */
function pickRequestHead({ headers, query }: ArrivedRequest): object {
  const { authorization, cookie, "x-service-key": key } = headers;
  return { authorization, cookie, key, query };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  more: Record<string, string> = {},
): void {
  const headers = { "content-type": "application/json", "x-downstream": "yes", ...more };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

function sendText(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(text);
}
