import type { IncomingMessage, RequestListener } from "node:http";
import { defaultScopes } from "@bowline/contract";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { ApiError } from "../api-error.ts";
import type { Deps } from "../deps.ts";
import { buildChallenge } from "../entry/build-challenge.ts";
import { concealError } from "../entry/conceal-error.ts";
import { chooseOwnName } from "../entry/own-address.ts";
import { chooseRequestId } from "../entry/request-id.ts";
import { standardHeaders } from "../entry/standard-headers.ts";
import type { UnreadResponses } from "../entry/unread-responses.ts";
import { AskingServers } from "./asking-servers.ts";
import { createServer } from "./create-server.ts";
import { prepareMetaTools } from "./meta-tools/meta-tools.ts";
import { readTarget } from "./read-target.ts";
import { renderRefusal } from "./render-refusal.ts";
import { RunningCalls } from "./running-calls.ts";
import { type ArrivedRequest, type DoorParts, type Reply, serveRequest } from "./serve-request.ts";
import type { ServedRequest } from "./served-request.ts";
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
  const parts = openDoor(deps);
  const respond = async (request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> => {
    const requestId = chooseRequestId(request.headers.get("x-request-id") ?? undefined);
    const reply: Reply = { headers: startHeaders(requestId), id: null, companyId: null };
    const target = readTarget(deps.config.baseUrl, new URL(request.url).pathname);
    const arrived = { request, incoming, requestId, target };
    const response = await serveRequest(parts, arrived, reply).catch((error) =>
      refuseRequest(deps, arrived, reply, error),
    );
    setHeaders(response, reply.headers);
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

/** Opens what all requests share. */
function openDoor(deps: Deps): DoorParts {
  const running = new RunningCalls();
  const asking = new AskingServers();
  const toolsetParts = { definitions: new DefinitionCache(), outputs: new OutputSchemas(deps.db.kysely) };
  const offerMetaTools = prepareMetaTools(deps);
  const handler = createMcpHandler(
    ({ era, authInfo }) => {
      const served = authInfo?.extra?.served as ServedRequest;
      const offer = () =>
        served.toolset === null
          ? offerMetaTools(served)
          : offerToolset(deps, toolsetParts, served, served.toolset);
      return createServer({ log: deps.log, running, asking }, served, offer, era);
    },
    { onerror: (error) => deps.log.debug({ err: error }, "an MCP request was refused") },
  );
  return { deps, handler, running, asking };
}

/** Renders a refusal, with the way to sign in where that is what lacks. */
function refuseRequest(
  { config, log }: Pick<Deps, "config" | "log">,
  { request, target, requestId }: ArrivedRequest,
  reply: Reply,
  error: unknown,
): Response {
  const path = target?.path ?? "/mcp";
  const called = chooseOwnName(config.baseUrl, request.headers.get("host") ?? undefined);
  const challenge = buildChallenge(error, called, path, request.headers.has("authorization"), wantedScopes);
  if (challenge !== null) {
    reply.headers["www-authenticate"] = challenge;
  }
  const refusal =
    error instanceof ApiError ? error : concealError(log, { requestId, method: request.method, path }, error);
  return renderRefusal(refusal, requestId, reply.id);
}

/** Whether messages are added to a response that was begun. */
const isStream = (response: Response): response is Response & { body: ReadableStream<Uint8Array> } =>
  response.body !== null && response.headers.get("content-type") === "text/event-stream";

const startHeaders = (requestId: string): Record<string, string> => ({
  "x-request-id": requestId,
  ...standardHeaders,
});

function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    response.headers.set(name, value);
  }
}

/** The response when a request's Host or target makes no address. Hono's own has no body. */
function refuseAddress(): Response {
  const requestId = chooseRequestId(undefined);
  const error = new ApiError("INVALID_REQUEST", "The request's Host header or its path is not valid.");
  const response = renderRefusal(error, requestId, null);
  setHeaders(response, startHeaders(requestId));
  return response;
}
