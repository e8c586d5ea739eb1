import type { IncomingMessage } from "node:http";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { Resource } from "../access-tokens/resources.ts";
import { ApiError, forbidden } from "../api-error.ts";
import type { Caller } from "../db/people/callers.ts";
import type { ToolsetRow } from "../db/toolsets.ts";
import type { Deps } from "../deps.ts";
import { chargeBudgets } from "../entry/charge-budgets.ts";
import { identify } from "../entry/enter.ts";
import { isOwnHost, isOwnOrigin } from "../entry/own-address.ts";
import { checkNarrowing } from "../execution/check-narrowing.ts";
import { loadOwnToolset } from "../execution/load-own.ts";
import { ChargeTooLargeError, oneCall } from "../limits/rate-limiter.ts";
import { isObject } from "../runtimes/is-object.ts";
import type { AskingServers } from "./asking-servers.ts";
import { BatchCalls } from "./batch-calls.ts";
import { checkScopes } from "./check-scopes.ts";
import { readCredentials } from "./read-credentials.ts";
import { type ReadRequest, readMessages, type SentMessages } from "./read-messages.ts";
import { refuseCall, takeFaults } from "./refuse-call.ts";
import { callKey, type RunningCalls } from "./running-calls.ts";
import type { ServedRequest } from "./served-request.ts";
import { createSessionLabel, readSessionLabel } from "./session-label.ts";
import { takeWrongArguments } from "./take-wrong-arguments.ts";

/** What the response has, however it ends. */
export interface Reply extends ReadRequest {
  headers: Record<string, string>;
  /** Null: the caller is not known yet. */
  companyId: number | null;
}

/** An HTTP request to the endpoints. The body is read from Node's request. */
export interface ArrivedRequest {
  request: Request;
  incoming: IncomingMessage;
  /** Null: there is no such endpoint. */
  target: Resource | null;
  requestId: string;
}

/** What serves the requests. */
export interface DoorParts {
  deps: Deps;
  /** The SDK's, which creates a server for each request. */
  handler: McpHttpHandler;
  running: RunningCalls;
  asking: AskingServers;
}

/**
 * Does the checks in the order of decisions D3, and serves the messages.
 *
 * @param reply gets what is known for the response, also when the request is refused
 * @throws ApiError
 */
export async function serveRequest(
  parts: DoorParts,
  { request, incoming, target, requestId }: ArrivedRequest,
  reply: Reply,
): Promise<Response> {
  const { deps, handler } = parts;
  const { headers } = reply;
  const { baseUrl } = deps.config;
  checkSender(request.headers, baseUrl);
  const credentials = readCredentials(request.headers, target?.url ?? `${baseUrl}/mcp`);
  const caller = await identify(deps, credentials);
  reply.companyId = caller.companyId;
  if (target === null) {
    await chargeBudgets(deps.limiter, caller.companyId, oneCall, headers);
    throw new ApiError(
      "NOT_FOUND",
      "There is no such MCP endpoint. Use /mcp, or /mcp/ and the id of a toolset.",
    );
  }
  const sent = request.method === "POST" ? await readOrCharge(deps, caller, incoming, reply) : nothingSent;
  await charge(deps, caller, sent, headers);
  const toolset = await findToolset(deps, caller, target);
  checkScopes(caller, sent.messages, toolset !== null);
  const served: ServedRequest = {
    caller,
    requestId,
    toolset,
    session: readSessionLabel(request.headers.get("mcp-session-id")),
    knowsLinks: knowsLinks(request.headers.get("mcp-protocol-version")),
    wrongArguments: takeWrongArguments(sent.messages),
    inexactCalls: sent.inexactCalls,
    batch: Array.isArray(sent.body) ? new BatchCalls() : null,
    checkAgain: async () => {
      served.toolset = await findToolset(deps, await identify(deps, credentials), target);
    },
    faults: takeFaults(sent),
  };
  for (const message of sent.messages) {
    applyMessage(message, served, parts, headers);
  }
  const refusal = refuseCall(sent, request.headers.get("mcp-protocol-version"));
  if (refusal !== null) {
    return refusal;
  }
  nameAccepted(request.headers);
  const response = await handler.fetch(request, {
    ...(sent.body !== undefined && { parsedBody: sent.body }),
    authInfo: { token: "", clientId: "", scopes: [], extra: { served } },
  });
  return response.status < 400 || reply.id === null ? response : nameRequest(response, reply.id);
}

/** A client names its revision from 2025-06-18 on, the first with links to resources. */
const knowsLinks = (revision: string | null): boolean => (revision?.trim() ?? "") >= "2025-06-18";

/** Nothing, or all types, perhaps with a weight such as that of Java's clients (a q of .2). A weight of 0 refuses them. */
const acceptsAll = /^$|(?:^|,)\s*\*\/\*\s*(?:;(?!\s*q=0?\.?0*\s*(?:,|$))[^,]*)?(?:,|$)/i;

/** A client that accepts everything, or does not say, accepts both types of a response (RFC 9110 §12.5.1). The SDK wants them named. */
function nameAccepted(headers: Headers): void {
  if (acceptsAll.test(headers.get("accept") ?? "")) {
    headers.set("accept", "application/json, text/event-stream");
  }
}

/** Gives a refusal of the SDK, which names no request, the id of the one that it refuses. */
async function nameRequest(response: Response, id: string | number): Promise<Response> {
  const { status, headers } = response;
  if (headers.get("content-type") !== "application/json") {
    return response;
  }
  const body: unknown = await response.json();
  return Response.json(isObject(body) && body.id === null ? { ...body, id } : body, { status, headers });
}

/** A page of another site must not reach a server on the visitor's own machine by a name of its own (DNS rebinding). */
function checkSender(headers: Headers, baseUrl: string): void {
  const host = headers.get("host") ?? undefined;
  const origin = headers.get("origin");
  if (!isOwnHost(baseUrl, host)) {
    throw forbidden(
      `This server is ${baseUrl}. Use that address, or set BOWLINE_BASE_URL to the one you use. A proxy must pass on the Host header.`,
    );
  }
  // Programs that are no browsers send no origin.
  if (origin !== null && !isOwnOrigin(baseUrl, origin, host)) {
    throw forbidden("Web pages of other origins cannot use this endpoint.");
  }
}

const nothingSent: SentMessages = { body: undefined, messages: [], inexactCalls: new Set() };

/** Reads the messages of a request. A body that is refused is charged as one call (decisions D3). */
async function readOrCharge(
  { config, limiter }: Deps,
  caller: Caller,
  incoming: IncomingMessage,
  reply: Reply,
): Promise<SentMessages> {
  try {
    return await readMessages(incoming, config.bodyBytes, reply);
  } catch (error) {
    await charge({ limiter }, caller, nothingSent, reply.headers);
    throw error;
  }
}

/**
 * Charges each message that wants a result as a call, at least one (decisions D60): all of them, or none.
 *
 * @throws ApiError `RATE_LIMIT_EXCEEDED`; `INVALID_REQUEST` for a batch that is larger than a budget. It is charged as one call
 */
async function charge(
  { limiter }: Pick<Deps, "limiter">,
  { companyId }: Caller,
  { messages }: SentMessages,
  headers: Record<string, string>,
): Promise<void> {
  const requests = messages.filter(({ id, method }) => id !== undefined && method !== undefined);
  const calls = Math.max(1, requests.length);
  try {
    await chargeBudgets(limiter, companyId, { calls, searches: requests.filter(isSearch).length }, headers);
  } catch (error) {
    if (!(error instanceof ChargeTooLargeError)) {
      throw error;
    }
    await chargeBudgets(limiter, companyId, oneCall, headers);
    throw new ApiError("INVALID_REQUEST", `The batch is too large. ${error.message} Send smaller batches.`);
  }
}

const isSearch = ({ method, params }: Record<string, unknown>): boolean =>
  method === "tools/call" && isObject(params) && params.name === "bowline_search_tools";

/** Finds the toolset of the address, or the one that the credential is narrowed to (decisions D62). */
async function findToolset(deps: Deps, caller: Caller, target: Resource): Promise<ToolsetRow | null> {
  const toolsetId = target.toolsetId ?? caller.credential.narrowing.toolsetId;
  if (toolsetId === null) {
    return null;
  }
  const toolset = await loadOwnToolset(deps, caller, toolsetId);
  checkNarrowing(caller, toolsetId);
  return toolset;
}

/** Does what older revisions ask for with messages of their own: to begin, to cancel a call, and to say what one asks for. */
function applyMessage(
  message: Record<string, unknown>,
  served: ServedRequest,
  { running, asking }: Pick<DoorParts, "running" | "asking">,
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
