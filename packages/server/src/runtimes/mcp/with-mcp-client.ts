import type { McpEra } from "@bowline/catalog";
import type {
  Client,
  ConnectOptions,
  RequestOptions,
  StreamableHTTPClientTransport as Transport,
} from "@modelcontextprotocol/client";
import type { SendOptions } from "../runtime.ts";
import { pickCapabilities } from "./caller-dialog.ts";
import type { McpExchange } from "./mcp-exchange.ts";
import type { OpenedSession, ResumedSession } from "./mcp-sessions.ts";
import { noResponse } from "./no-response.ts";

const clientInfo = { name: "Bowline", version: "1" };
/** Before a stream that ended is resumed. */
const minPauseMs = 10;
const modernRevision = "2026-07-28";

/** An MCP server and how to speak to it. */
export interface McpPeer {
  url: string;
  /** With the connection's credentials; names in lower case. */
  headers: Record<string, string>;
  /** Known from before; null: it is asked. */
  era: McpEra | null;
  /** The session to go on with; null: a new one is opened, if the server has any. */
  session: ResumedSession | null;
}

/**
 * Speaks to a server for as long as `work` takes. Whatever the client throws is thrown.
 *
 * @param keep gets the session that was opened, before the work is done; false: it is ended afterward
 */
export async function withMcpClient<Result>(
  { url, headers, era, session }: McpPeer,
  exchange: McpExchange,
  options: SendOptions,
  work: (client: Client, requestOptions: RequestOptions) => Promise<Result>,
  keep: (opened: OpenedSession) => boolean,
): Promise<Result> {
  // Loaded when the first MCP server is called: most companies have none.
  const { Client: mcpClient, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new mcpClient(clientInfo, {
    // An older server would ask by a request of its own, which nobody could pass on.
    capabilities: era === "modern" ? pickCapabilities(options.dialog) : {},
    versionNegotiation: { mode: "auto" },
    inputRequired: { autoFulfill: false },
  });
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: exchange.fetch,
    requestInit: { headers },
    ...(session !== null && { sessionId: session.id, protocolVersion: session.revision }),
    onInsufficientScope: "throw",
    reconnectionScheduler(reconnect, delayMs) {
      // A server names any number. A longer wait than the call's time, which a timer may not know, would be a short one.
      const timer = setTimeout(reconnect, Math.min(Math.max(delayMs, minPauseMs), options.timeoutMs));
      return () => clearTimeout(timer);
    },
  });
  endRequestsWithoutResponse(transport, exchange);
  if (session !== null) {
    // The client has no option for it.
    Object.assign(client, { _requestMessageId: session.firstId });
  }
  const { signal, timeoutMs } = options;
  const requestOptions: ConnectOptions = {
    timeout: timeoutMs,
    maxTotalTimeout: timeoutMs,
    signal: signal === undefined ? exchange.broken : AbortSignal.any([signal, exchange.broken]),
  };
  let isKept = session !== null;
  try {
    await client.connect(
      transport,
      era === null ? requestOptions : { ...requestOptions, prior: priorOf(era) },
    );
    const { sessionId: id = "", protocolVersion: revision } = transport;
    isKept ||= client.getProtocolEra() === "legacy" && revision !== undefined && keep({ id, revision });
    return await work(client, requestOptions);
  } finally {
    // The result does not wait for the end of the session.
    (isKept ? Promise.resolve() : transport.terminateSession())
      .catch(() => undefined)
      .then(() => client.close())
      .catch(() => undefined);
  }
}

/** Tells a server that a session is over. Its response does not matter. */
export async function endSession(
  { url, headers }: Pick<McpPeer, "url" | "headers">,
  { id, revision }: OpenedSession,
  { fetch }: McpExchange,
): Promise<void> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const session = { sessionId: id, protocolVersion: revision };
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch,
    requestInit: { headers },
    ...session,
  });
  await transport.terminateSession().catch(() => undefined);
}

/** Without this, the client would wait until its time is over for a response that no longer comes. The client ignores an error for a request that had a response. */
function endRequestsWithoutResponse(transport: Transport, exchange: McpExchange): void {
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if (!("method" in message && "id" in message)) {
      return send(message, options);
    }
    const end = () => {
      options?.onRequestStreamEnd?.();
      transport.onmessage?.({ jsonrpc: "2.0", id: message.id, error: noResponse });
    };
    await send(message, { ...options, onRequestStreamEnd: end });
    if (!exchange.isStream) {
      end();
    }
  };
}

/** What is kept of a server is only its era; the rest of its description is not needed for a call. */
function priorOf(era: McpEra): NonNullable<ConnectOptions["prior"]> {
  return era === "legacy"
    ? { kind: "legacy" }
    : {
        kind: "modern",
        discover: {
          resultType: "complete",
          supportedVersions: [modernRevision],
          capabilities: { tools: {} },
          ttlMs: 0,
          cacheScope: "private",
        },
      };
}
