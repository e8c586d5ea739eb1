import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { theAdmin, uniqueName } from "./actors.ts";
import type { ImportedApplication } from "./applications.ts";
import { type Caller, succeed } from "./caller.ts";
import { deployment } from "./deployment.ts";
import { describePagedDownstream } from "./paged-downstream-document.ts";
import type { Application, ImportResult, JsonObject } from "./records.ts";

/** The suite's API with paged lists and objects. */
export interface PagedDownstream {
  origin: string;
  /** Path and query of every request, oldest first. */
  asked: string[];
  /** Requests at another origin, to which a link of the API points. */
  strayed: string[];
  /** Number of records in its lists. */
  recordCount: number;
  /** The list of objects. `{authorization}` in it is replaced by the request's header. */
  repositories: JsonObject[];
  /** While true, every response is 401. */
  refuses: boolean;
  /** While true, the response to a request for a further page is 403. */
  refusesFurtherPages: boolean;
  /** Holds every request after the next `count` back, until the returned function is called. */
  holdAfter(count: number): () => void;
  stop(): Promise<void>;
}

const pageSize = 10;
const item = (id: number) => ({ id, name: `Item ${id}`, isOdd: id % 2 === 1 });

export async function startPagedDownstream(): Promise<PagedDownstream> {
  const strayed: string[] = [];
  const stray = await listen((path) => {
    strayed.push(path);
    return { body: [] };
  });
  let held: { promise: Promise<void>; left: number } | null = null;
  const state: PagedDownstream = {
    origin: "",
    asked: [],
    strayed,
    recordCount: 25,
    repositories: [],
    refuses: false,
    refusesFurtherPages: false,
    holdAfter(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const own = { promise, left: count };
      held = own;
      return () => {
        held = held === own ? null : held;
        resolve();
      };
    },
    async stop() {
      for (const each of [server, stray]) {
        each.closeAllConnections();
        each.close();
      }
    },
  };
  const server = await listen(async (path) => {
    state.asked.push(path);
    if (held !== null && held.left-- <= 0) {
      await held.promise;
    }
    if (state.refuses) {
      return { status: 401, body: { message: "Bad credentials of yours" } };
    }
    if (state.refusesFurtherPages && path.includes("?")) {
      return { status: 403, body: { message: "No more" } };
    }
    return buildResponse(state, path, buildOrigin(stray));
  });
  state.origin = buildOrigin(server);
  return state;
}

interface PagedResponse {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

function buildResponse(state: PagedDownstream, path: string, strayOrigin: string): PagedResponse {
  const url = new URL(path, state.origin);
  const number = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise);
  const slice = (from: number, size: number) =>
    Array.from({ length: Math.max(0, Math.min(size, state.recordCount - from)) }, (_, at) => item(from + at));
  switch (url.pathname) {
    case "/numbered": {
      const size = Math.min(number("per_page", 5), pageSize);
      return { body: slice((number("page", 1) - 1) * size, size) };
    }
    case "/by-offset":
      return { body: { list: slice(number("skip", 0), Math.min(number("take", 5), pageSize)) } };
    case "/by-cursor": {
      const from = number("cursor", 0);
      const next = from + pageSize < state.recordCount ? from + pageSize : null;
      return { body: { list: slice(from, pageSize), next } };
    }
    case "/linked": {
      const at = number("at", 0) + pageSize;
      const link = at < state.recordCount ? { link: `</linked?at=${at}>; rel="next"` } : {};
      return { body: slice(at - pageSize, pageSize), headers: link };
    }
    case "/endless":
      return { body: { list: [item(number("cursor", 0))], next: number("cursor", 0) + 1 } };
    case "/circle":
      return { body: { list: [item(0)], next: "again" } };
    case "/elsewhere":
      return { body: slice(0, 1), headers: { link: `<${strayOrigin}/stolen>; rel="next"` } };
    case "/native":
      return { body: slice(number("skip", 0), number("limit", 1000)) };
    case "/repositories": {
      const from = number("cursor", 0);
      const next = from + 2 < state.repositories.length ? from + 2 : null;
      return { body: { list: state.repositories.slice(from, from + 2), next } };
    }
    case "/me":
      return { body: { login: "the-octopus", ok: true } };
    default:
      return { body: { arrived: url.pathname } };
  }
}

async function listen(handle: (path: string) => Promise<PagedResponse> | PagedResponse): Promise<Server> {
  const server = createServer((request, response) => {
    const authorization = request.headers.authorization ?? "";
    Promise.resolve(handle(request.url ?? ""))
      .then(({ status = 200, headers = {}, body }) =>
        response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(JSON.stringify(body).replaceAll("{authorization}", authorization)),
      )
      .catch(() => response.destroy());
  });
  // The server under test closes connections first, however late its timers are.
  server.keepAliveTimeout = 120_000;
  server.listen(0, deployment().isOutside ? "0.0.0.0" : "127.0.0.1");
  await once(server, "listening");
  return server;
}

const buildOrigin = (server: Server): string =>
  `http://${deployment().downstreamHost}:${(server.address() as AddressInfo).port}`;

/** Imports the API. `members` replace members at the document's root. */
export async function importPagedDownstream(
  downstream: PagedDownstream,
  { admin = theAdmin(), ...members }: { admin?: Caller } & JsonObject = {},
): Promise<ImportedApplication> {
  const slug = uniqueName("paged");
  const document = { ...describePagedDownstream(downstream.origin), ...members };
  const result = await succeed<ImportResult>(
    admin.post("/v1/applications", { source: "openapi", slug, document }),
  );
  const record = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
  return { slug, record, result, tool: (operationId) => `${slug}_${operationId}` };
}
