import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { type Operation, operations } from "@bowline/contract";
import createRouter from "find-my-way";
import { ApiError } from "../api-error.ts";
import type { Config } from "../config/config.ts";
import type { Caller } from "../db/people/callers.ts";
import type { Deps } from "../deps.ts";
import { authorize } from "../entry/authorize.ts";
import { buildChallenge } from "../entry/build-challenge.ts";
import { enter } from "../entry/enter.ts";
import { chooseOwnName } from "../entry/own-address.ts";
import type { UnreadResponses } from "../entry/unread-responses.ts";
import { type Handler, type HandlerInput, type Handlers, Reply } from "../operations/handler.ts";
import { prepareResource } from "../operations/path-resources.ts";
import { announcesBody } from "./announces-body.ts";
import { encodeInTurns, maxAtOnce } from "./encode-in-turns.ts";
import { type Exchange, openExchange, readHeader } from "./exchange.ts";
import { openClientSignal } from "./open-client-signal.ts";
import { type AddressTexts, prepareInput } from "./parse-input.ts";
import { type ReadBody, readJsonBody } from "./read-body.ts";
import { prepareImportBody } from "./read-import-body.ts";
import { renderError } from "./render-error.ts";
import { prepareUnknownRoute } from "./unknown-route.ts";

/** One operation of the contract, ready to serve requests. */
interface Endpoint {
  operationId: string;
  /** Whether a call with a search is charged to the search budgets, too. */
  mayBeSearch: boolean;
  run(exchange: Exchange, caller: Caller, texts: AddressTexts): Promise<Reply>;
}

const methods = [...new Set(Object.values(operations).map(({ method }) => method))];

/** A path parameter may be as long as the longest request line that Node accepts. */
const maxParamLength = 16_384;

/** The API as a resource that tokens are for (decisions D57). */
const apiPath = "/v1";

/** Prepares the listener for all requests under `/v1`: a route for every operation of the contract, and an error for all others. */
export function serveOperations(
  deps: Deps,
  handlers: Handlers,
  unread: UnreadResponses,
): (request: IncomingMessage, response: ServerResponse) => void {
  const router = createRouter({ maxParamLength, querystringParser: (query) => query as never });
  for (const operation of Object.values(operations)) {
    const handler = handlers[operation.id as keyof Handlers] as unknown as Handler<Operation>;
    const path = operation.path.replace(/\{(\w+)\}/g, ":$1");
    const endpoint = prepareEndpoint(deps, operation, handler);
    router.on(operation.method, path, () => undefined, endpoint);
  }
  const unknown = prepareUnknown();
  // Another method of `/v1/connections/GetSignInUrl` is no request about the connection "GetSignInUrl" (decisions D2).
  for (const path of new Set(Object.values(operations).map((operation) => operation.path))) {
    for (const method of path.includes("{") ? [] : methods) {
      if (router.find(method, path)?.store !== undefined && !router.hasRoute(method, path)) {
        router.on(method, path, () => undefined, unknown);
      }
    }
  }

  return (request, response) => {
    const route = router.find(request.method as "GET", request.url ?? "");
    const texts = { params: route?.params ?? {}, query: (route?.searchParams ?? "") as string };
    const endpoint = hasEmpty(texts.params) ? unknown : (route?.store ?? unknown);
    void serve(deps, openExchange(request, response), endpoint, texts as AddressTexts, unread);
  };
}

/** Whether a parameter is the empty text. */
function hasEmpty(params: Record<string, string | undefined>): boolean {
  for (const name in params) {
    if (params[name] === "") {
      return true;
    }
  }
  return false;
}

function prepareUnknown(): Endpoint {
  const describe = prepareUnknownRoute(Object.values(operations));
  return {
    operationId: "none",
    mayBeSearch: false,
    run: ({ method, path }) => {
      throw new ApiError("NOT_FOUND", describe(method, path));
    },
  };
}

function prepareEndpoint(deps: Deps, operation: Operation, handler: Handler<Operation>): Endpoint {
  const readBody = operation.body && prepareReader(operation, deps.config);
  const parseInput = prepareInput(operation);
  const loadResource = prepareResource(operation);
  // Nobody keeps in memory what the execution of a tool stores.
  const isChange = operation.method !== "GET" && operation.id !== "executeTool";

  /** Runs the checks in the order of decisions D3. */
  async function run(
    { request, response, requestId }: Exchange,
    caller: Caller,
    texts: AddressTexts,
  ): Promise<Reply> {
    if (readBody === undefined && announcesBody(request)) {
      request.resume(); // What nobody reads would wait in memory.
    }
    const received = readBody === undefined ? null : await readBody(request);
    const input = parseInput(request, texts, received);
    const loaded = loadResource && (await loadResource(deps, caller, input.params));
    authorize(operation, caller);
    if (loaded) {
      await loaded.checkAccess();
    }
    const output = await handler(deps, caller, {
      ...input,
      resource: loaded?.resource ?? null,
      requestId,
      openClientSignal: () => openClientSignal(response),
    } as HandlerInput<Operation>);
    if (isChange) {
      await deps.changes.heardByAll();
    }
    return output instanceof Reply ? output : new Reply(JSON.stringify(output));
  }

  return { operationId: operation.id, mayBeSearch: operation.budget === "search", run };
}

function prepareReader(
  { bodyLimit }: Operation,
  config: Config,
): (request: IncomingMessage) => Promise<ReadBody> {
  return bodyLimit === "import"
    ? prepareImportBody(config.importBytes)
    : (request) => readJsonBody(request, config.bodyBytes);
}

/** A list with a non-blank `search` is charged to the search budgets too (contract, Rate limits). */
const isSearch = (endpoint: Endpoint, { query }: AddressTexts): boolean =>
  endpoint.mayBeSearch && Boolean(new URLSearchParams(query).get("search")?.trim());

/** Serves one request. Never throws: a failure is a response. */
async function serve(
  deps: Deps,
  exchange: Exchange,
  endpoint: Endpoint,
  texts: AddressTexts,
  unread: UnreadResponses,
): Promise<void> {
  const { request, headers } = exchange;
  try {
    const presented = {
      authorization: request.headers.authorization,
      apiKey: readHeader(request, "x-api-key"),
      resource: deps.config.baseUrl + apiPath,
    };
    const entering = enter(deps, presented, isSearch(endpoint, texts), headers);
    const caller = entering instanceof Promise ? await entering : entering;
    const reply = await endpoint.run(exchange, caller, texts);
    const body = reply.json.length > maxAtOnce ? await encodeInTurns(reply.json) : reply.json;
    respond(exchange, 200, body, reply.headers);
    unread.watch(exchange.response, caller.companyId);
    deps.metrics.countResponse(endpoint.operationId, 200);
  } catch (error) {
    const { status, json, retryAfterSeconds } = renderError(deps, exchange, error);
    const hasToken = request.headers.authorization !== undefined;
    const called = chooseOwnName(deps.config.baseUrl, request.headers.host);
    const challenge = buildChallenge(error, called, apiPath, hasToken);
    if (challenge !== null) {
      headers["www-authenticate"] = challenge;
    }
    if (retryAfterSeconds !== null) {
      headers["retry-after"] = String(retryAfterSeconds);
    }
    respond(exchange, status, json);
    deps.metrics.countResponse(endpoint.operationId, status);
  }
}

/** @param body JSON, or its pieces in UTF-8 */
function respond(
  { request, response, headers }: Exchange,
  status: number,
  body: string | readonly Buffer[],
  more: Reply["headers"] = {},
): void {
  const sent: Record<string, string> = { ...headers, "content-length": String(countBytes(body)) };
  // Faster than to spread a second object.
  for (const name in more) {
    sent[name] = more[name] ?? "";
  }
  // Throws for a header that is not allowed, before anything is sent.
  response.writeHead(status, STATUS_CODES[status], sent);
  if (typeof body === "string") {
    response.end(body);
  } else {
    for (const piece of body) {
      response.write(piece);
    }
    response.end();
  }
  if (!request.complete) {
    // The end of a body that was read follows in this turn of the event loop.
    setImmediate(lingerThenClose, request);
  }
}

const countBytes = (body: string | readonly Buffer[]): number =>
  typeof body === "string" ? Buffer.byteLength(body) : body.reduce((sum, { length }) => sum + length, 0);

const lingerMs = 5000;

/** Drops the rest of a refused body for a while: a client that is still sending may not read the response when it is cut off. */
function lingerThenClose(request: IncomingMessage): void {
  if (request.complete) {
    return;
  }
  request.resume();
  const close = () => {
    if (!request.complete) {
      request.destroy();
    }
  };
  setTimeout(close, lingerMs).unref();
}
