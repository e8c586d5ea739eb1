import type { IncomingMessage, RequestListener } from "node:http";
import { defaultScopes } from "@bowline/contract";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { ApiError, forbidden } from "../api-error.ts";
import type { Caller } from "../db/people/callers.ts";
import type { ToolsetRow } from "../db/toolsets.ts";
import type { Deps } from "../deps.ts";
import { buildChallenge } from "../entry/build-challenge.ts";
import { chargeBudgets } from "../entry/charge-budgets.ts";
import { concealError } from "../entry/conceal-error.ts";
import { identify } from "../entry/enter.ts";
import { chooseOwnName, isOwnHost, isOwnOrigin } from "../entry/own-address.ts";
import { chooseRequestId } from "../entry/request-id.ts";
import { standardHeaders } from "../entry/standard-headers.ts";
import type { UnreadResponses } from "../entry/unread-responses.ts";
import { checkNarrowing } from "../execution/check-narrowing.ts";
import { loadOwnToolset } from "../execution/load-own.ts";
import { isObject } from "../runtimes/is-object.ts";
import { AskingServers } from "./asking-servers.ts";
import { checkScopes } from "./check-scopes.ts";
import { createServer } from "./create-server.ts";
import { prepareMetaTools } from "./meta-tools/meta-tools.ts";
import { readCredentials } from "./read-credentials.ts";
import { type ReadRequest, readMessages, type SentMessages } from "./read-messages.ts";
import { type McpTarget, readTarget } from "./read-target.ts";
import { refuseCall, takeFaults } from "./refuse-call.ts";
import { renderRefusal } from "./render-refusal.ts";
import { callKey, RunningCalls } from "./running-calls.ts";
import type { ServedRequest } from "./served-request.ts";
import { createSessionLabel, readSessionLabel } from "./session-label.ts";
import { takeWrongArguments } from "./take-wrong-arguments.ts";
import { DefinitionCache } from "./toolset/definition-cache.ts";
import { OutputSchemas } from "./toolset/output-schemas.ts";
import { offerToolset } from "./toolset/toolset-tools.ts";

const wantedScopes = defaultScopes.join(" ");

/** How responses are watched that nobody reads. */
export interface Watching {
  unread: UnreadResponses;
  /** Names who is counted when the request has no valid credential. */
  findStranger(request: IncomingMessage): string;
}

/** Prepares the listener for the MCP endpoints `/mcp` and `/mcp/{toolsetId}`. It serves every revision without sessions (decisions D60). */
export function listenForMcp(deps: Deps, { unread, findStranger }: Watching): RequestListener {
  const { baseUrl, bodyBytes } = deps.config;
  const running = new RunningCalls();
  const asking = new AskingServers();
  const parts = { definitions: new DefinitionCache(), outputs: new OutputSchemas(deps.db.kysely) };
  const offerMetaTools = prepareMetaTools(deps);
  const handler = createMcpHandler(
    ({ era, authInfo }) => {
      const served = authInfo?.extra?.served as ServedRequest;
      const offered =
        served.toolset === null ? offerMetaTools(served) : offerToolset(deps, parts, served, served.toolset);
      return createServer({ log: deps.log, running, asking }, served, offered, era);
    },
    { onerror: (error) => deps.log.debug({ err: error }, "an MCP request was refused") },
  );

  /** Does the checks in the order of decisions D3, and serves the messages. */
  async function serve(
    request: Request,
    incoming: IncomingMessage,
    target: McpTarget | null,
    requestId: string,
    reply: Reply,
  ): Promise<Response> {
    const { headers } = reply;
    checkSender(request.headers, baseUrl);
    const path = target?.path ?? "/mcp";
    const caller = await identify(deps, readCredentials(request.headers, baseUrl + path));
    reply.companyId = caller.companyId;
    if (target === null) {
      await chargeBudgets(deps.limiter, caller.companyId, false, headers);
      throw new ApiError(
        "NOT_FOUND",
        "There is no such MCP endpoint. Use /mcp, or /mcp/ and the id of a toolset.",
      );
    }
    const sent: SentMessages =
      request.method === "POST"
        ? await readMessages(incoming, bodyBytes, reply)
        : { body: undefined, messages: [] };
    await charge(deps, caller, sent, headers);
    const toolset = await findToolset(deps, caller, target);
    checkScopes(caller, sent.messages, toolset !== null);
    const session = readSessionLabel(request.headers.get("mcp-session-id"));
    const wrongArguments = takeWrongArguments(sent.messages);
    const faults = takeFaults(sent);
    const served: ServedRequest = { caller, requestId, toolset, session, wrongArguments, faults };
    for (const message of sent.messages) {
      applyMessage(message, served, { running, asking }, headers);
    }
    const refusal = refuseCall(sent, request.headers.get("mcp-protocol-version"));
    if (refusal !== null) {
      return refusal;
    }
    const response = await handler.fetch(request, {
      ...(sent.body !== undefined && { parsedBody: sent.body }),
      authInfo: { token: "", clientId: "", scopes: [], extra: { served } },
    });
    return response.status < 400 || reply.id === null ? response : nameRequest(response, reply.id);
  }

  const respond = async (request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> => {
    const requestId = chooseRequestId(request.headers.get("x-request-id") ?? undefined);
    const reply: Reply = { headers: startHeaders(requestId), id: null, companyId: null };
    const { headers } = reply;
    const target = readTarget(new URL(request.url).pathname);
    const path = target?.path ?? "/mcp";
    const response = await serve(request, incoming, target, requestId, reply).catch((error) => {
      const hasToken = request.headers.has("authorization");
      const called = chooseOwnName(baseUrl, request.headers.get("host") ?? undefined);
      const challenge = buildChallenge(error, called, path, hasToken, wantedScopes);
      if (challenge !== null) {
        headers["www-authenticate"] = challenge;
      }
      const place = { requestId, method: request.method, path };
      return renderRefusal(
        error instanceof ApiError ? error : concealError(deps.log, place, error),
        requestId,
        reply.id,
      );
    });
    for (const [name, value] of Object.entries(headers)) {
      response.headers.set(name, value);
    }
    // The library promises to keep the connection. While the server stops, it closes.
    response.headers.delete("connection");
    deps.metrics.countResponse("mcp", response.status);
    const followed = unread.follow(outgoing, reply.companyId ?? findStranger(incoming));
    return isStream(response) ? new Response(followed.countQueue(response.body), response) : response;
  };
  // The body is read from Node's request, as that of the API is. The web's request would be built for it, with streams and all.
  return getRequestListener((request, node) => respond(request, node as HttpBindings), {
    errorHandler: refuseAddress,
  });
}

/** What the response has, however it ends. */
interface Reply extends ReadRequest {
  headers: Record<string, string>;
  /** Null: the caller is not known yet. */
  companyId: number | null;
}

/** Whether messages are added to a response that was begun. */
const isStream = (response: Response): response is Response & { body: ReadableStream<Uint8Array> } =>
  response.body !== null && response.headers.get("content-type") === "text/event-stream";

const startHeaders = (requestId: string): Record<string, string> => ({
  "x-request-id": requestId,
  ...standardHeaders,
});

/** Gives a refusal of the SDK, which names no request, the id of the one that it refuses. */
async function nameRequest(response: Response, id: string | number): Promise<Response> {
  const { status, headers } = response;
  if (headers.get("content-type") !== "application/json") {
    return response;
  }
  const body: unknown = await response.json();
  return Response.json(isObject(body) && body.id === null ? { ...body, id } : body, { status, headers });
}

/** The response when a request's Host or target makes no address. Hono's own has no body. */
function refuseAddress(): Response {
  const requestId = chooseRequestId(undefined);
  const error = new ApiError("INVALID_REQUEST", "The request's Host header or its path is not valid.");
  const response = renderRefusal(error, requestId, null);
  for (const [name, value] of Object.entries(startHeaders(requestId))) {
    response.headers.set(name, value);
  }
  return response;
}

/** A page of another site must not reach a server on the visitor's own machine by a name of its own (DNS rebinding). */
function checkSender(headers: Headers, baseUrl: string): void {
  const host = headers.get("host") ?? undefined;
  const origin = headers.get("origin");
  if (!isOwnHost(baseUrl, host)) {
    throw forbidden(
      `This server is ${baseUrl}. Use that address, or set BOWLINE_BASE_URL to the one you use.`,
    );
  }
  // Programs that are no browsers send no origin.
  if (origin !== null && !isOwnOrigin(baseUrl, origin, host)) {
    throw forbidden("Web pages of other origins cannot use this endpoint.");
  }
}

/** Charges each message that wants a result as a call, at least one (decisions D60). */
async function charge(
  { limiter }: Pick<Deps, "limiter">,
  { companyId }: Caller,
  { messages }: SentMessages,
  headers: Record<string, string>,
): Promise<void> {
  const requests = messages.filter(({ id, method }) => id !== undefined && method !== undefined);
  for (const message of requests.length === 0 ? [undefined] : requests) {
    await chargeBudgets(limiter, companyId, message !== undefined && isSearch(message), headers);
  }
}

const isSearch = ({ method, params }: Record<string, unknown>): boolean =>
  method === "tools/call" && isObject(params) && params.name === "bowline_search_tools";

/** Finds the toolset of the address, or the one that the credential is narrowed to (decisions D62). */
async function findToolset(deps: Deps, caller: Caller, target: McpTarget): Promise<ToolsetRow | null> {
  const toolsetId = target.toolsetId ?? caller.credential.narrowing.toolsetId;
  if (toolsetId === null) {
    return null;
  }
  const toolset = await loadOwnToolset(deps, caller, toolsetId);
  checkNarrowing(caller, toolsetId);
  return toolset;
}

/** Does what older revisions ask for with messages of their own: to begin, to cancel a call, and to answer a question of one. */
function applyMessage(
  message: Record<string, unknown>,
  served: ServedRequest,
  { running, asking }: { running: RunningCalls; asking: AskingServers },
  headers: Record<string, string>,
): void {
  const { caller, session } = served;
  const { id, method, params } = message;
  if (method === undefined && id !== undefined) {
    asking.passOn(message, served);
  } else if (method === "initialize") {
    headers["mcp-session-id"] = createSessionLabel(message);
  } else if (method === "notifications/cancelled" && session !== null && isObject(params)) {
    const key = callKey(caller.accountUserId, session.text, params.requestId);
    if (key !== null) {
      running.cancel(key);
    }
  }
}
