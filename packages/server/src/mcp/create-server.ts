import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  Server,
  type ServerContext,
  UrlElicitationRequiredError,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { ApiError } from "../api-error.ts";
import { concealError } from "../entry/conceal-error.ts";
import type { Logger } from "../log/logger.ts";
import { refuseNumber } from "../problems/check-numbers.ts";
import type { AskingServers } from "./asking-servers.ts";
import {
  type AskToOpen,
  type OfferedCall,
  type OfferedTools,
  type ToolCallOutput,
  UnknownToolError,
} from "./offered-tools.ts";
import { openState, readDialog } from "./read-dialog.ts";
import { prepareInputParser } from "./results/parse-input.ts";
import { writeLinksAsTexts } from "./results/read-content-blocks.ts";
import { renderApiError } from "./results/render-api-error.ts";
import { callKey, type RunningCalls } from "./running-calls.ts";
import { createProgressSender } from "./send-progress.ts";
import type { ServedRequest } from "./served-request.ts";
import { canShowUrls } from "./session-label.ts";

/** A toolset rarely changes, and a call of a tool that has gone is refused with a clear message. */
const listTtlMs = 60_000;

/** How long a person may take to fill in a form that a tool asks for. The request of the call stays open meanwhile. */
const formTimeoutMs = 300_000;

/** The parts that a server for one request uses. */
export interface McpServerParts {
  log: Logger;
  running: RunningCalls;
  asking: AskingServers;
}

/**
 * Creates the SDK's server for one request.
 *
 * @param offer finds what is offered now
 */
export function createServer(
  { log, running, asking }: McpServerParts,
  served: ServedRequest,
  offer: () => OfferedTools,
  era: Era,
): Server {
  const server = new Server(
    { name: "bowline", title: "Bowline", version: "1" },
    {
      capabilities: { tools: {} },
      instructions: offer().instructions,
      inputRequired: { roundTimeoutMs: formTimeoutMs },
    },
  );
  if (era === "legacy") {
    asking.add(server, served);
  }
  server.setRequestHandler("tools/list", async (_, { mcpReq }) => {
    checkFault(served, mcpReq.id);
    try {
      return { tools: await offer().list(), ttlMs: listTtlMs, cacheScope: "private" as const };
    } catch (error) {
      // The SDK would send the words of any error, which may be the database's.
      throw new ProtocolError(ProtocolErrorCode.InternalError, conceal(log, served, error).message);
    }
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    checkFault(served, context.mcpReq.id);
    const { id } = context.mcpReq;
    const key = served.session && callKey(served.caller.accountUserId, served.session.text, id);
    return running.run(key, async (canceled) => {
      if (served.batch === null) {
        canceled.addEventListener("abort", () => endWithoutResponse(server, id));
      }
      // Older revisions cancel with a message: a connection that is lost is no cancellation.
      const signal = era === "legacy" ? canceled : context.mcpReq.signal;
      const call = async () => {
        await served.checkAgain();
        const output = await offer().call(readCall(params, context, { served, era, signal }));
        return served.knowsLinks || !("content" in output)
          ? output
          : { ...output, content: writeLinksAsTexts((output as CallToolResult).content) };
      };
      try {
        return await (served.batch === null ? call() : served.batch.run(call));
      } catch (error) {
        return renderError(log, served, error);
      }
    });
  });
  return server;
}

/**
 * Ends the stream of a call that its client has canceled, without a response (revision 2025-11-25, Cancellation). The SDK sends none for
 * a request that it knows to be canceled, and would leave the stream open.
 */
function endWithoutResponse({ transport }: Server, requestId: RequestId): void {
  transport?.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  if (transport instanceof WebStandardStreamableHTTPServerTransport) {
    transport.closeSSEStream(requestId);
  }
}

type Era = "legacy" | "modern";

/** Reads a call of a tool, and what its client can do meanwhile. @throws ApiError `INVALID_REQUEST`, `VALIDATION_ERROR` */
function readCall(
  { name, arguments: input = {} }: CallToolRequest["params"],
  context: ServerContext,
  { served, era, signal }: { served: ServedRequest; era: Era; signal: AbortSignal },
): OfferedCall {
  const { id, notify, _meta: meta } = context.mcpReq;
  const progressToken = meta?.progressToken;
  const wrong = served.wrongArguments.get(id);
  if (served.inexactCalls.has(id)) {
    throw refuseNumber("The arguments have");
  }
  return {
    name,
    input: wrong === undefined ? input : parseArguments(wrong),
    options: {
      signal,
      ...(progressToken !== undefined && {
        onProgress: createProgressSender(progressToken, notify, () => performance.now()),
      }),
      ...readDialog(context, era === "legacy" ? served.session : null),
    },
    askToOpen: findWayToAsk(context, served, era),
  };
}

function checkFault({ faults }: ServedRequest, id: unknown): void {
  const fault = faults.get(id);
  if (fault !== undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, fault);
  }
}

const parseArguments = prepareInputParser(z.record(z.string(), z.unknown()));

/** How this client can be asked to show an address; null when it cannot, or was asked for this call before. */
function findWayToAsk(context: ServerContext, { session }: ServedRequest, era: Era): AskToOpen | null {
  if (era === "legacy") {
    return session?.showsUrls ? throwUrlElicitation : null;
  }
  const envelope: Record<string, unknown> = { ...context.mcpReq.envelope };
  return canShowUrls(envelope[CLIENT_CAPABILITIES_META_KEY]) && context.mcpReq.requestState() !== openState
    ? (message, url) =>
        inputRequired({
          inputRequests: { open: inputRequired.elicitUrl({ message, url }) },
          requestState: openState,
        })
    : null;
}

/** Revision 2025-11-25 asks with an error. */
function throwUrlElicitation(message: string, url: string): never {
  throw new UrlElicitationRequiredError([{ mode: "url", message, url, elicitationId: url }], message);
}

function renderError(log: Logger, served: ServedRequest, error: unknown): ToolCallOutput {
  if (error instanceof UnknownToolError) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  }
  if (error instanceof ProtocolError) {
    throw error;
  }
  return renderApiError(conceal(log, served, error));
}

const conceal = (log: Logger, { requestId }: ServedRequest, error: unknown): ApiError =>
  error instanceof ApiError ? error : concealError(log, { requestId, method: "POST", path: "/mcp" }, error);
