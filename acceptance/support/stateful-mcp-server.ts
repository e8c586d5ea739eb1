import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { TestMcpServer } from "./mcp-server.ts";

/** A request as it came. */
export interface SessionRequest {
  /** `DELETE`, or the method of JSON-RPC. */
  method: string;
  sessionId: string | null;
  id: number | string | null;
}

export interface StatefulServer extends TestMcpServer, AsyncDisposable {
  requests: SessionRequest[];
  /** Whether it has sessions. Default: yes. */
  hasSessions: boolean;
  /** The status of a request with a session that it does not know. Default: 404. */
  unknownStatus: 200 | 400 | 401 | 404 | 500;
  /** The status of each call of a tool, which is not run. Default: null, they run. */
  callStatus: number | null;
  /** The ids of the open sessions, the oldest first. */
  listSessions(): string[];
  /** Forgets its sessions, as a restart does. */
  forgetSessions(): void;
}

/**
 * Starts a server of the SDK for older revisions whose sessions remember something: `note` adds a text to the session's notes and
 * returns all of them, `wait` first waits 200 milliseconds.
 */
export async function openStatefulServer(): Promise<StatefulServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const stateful: StatefulServer = {
    url: "",
    requests: [],
    hasSessions: true,
    unknownStatus: 404,
    callStatus: null,
    listSessions: () => [...sessions.keys()],
    forgetSessions: () => sessions.clear(),
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
    [Symbol.asyncDispose]: () => stateful.close(),
  };

  async function openSession(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      ...(stateful.hasSessions && { sessionIdGenerator: randomUUID }),
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await createNotes().connect(transport);
    return transport;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await request.setEncoding("utf8").toArray()).join("");
    const body = text === "" ? undefined : JSON.parse(text);
    const sessionId = request.headers["mcp-session-id"]?.toString() ?? null;
    stateful.requests.push({ method: body?.method ?? request.method, sessionId, id: body?.id ?? null });
    const known = sessionId === null ? undefined : sessions.get(sessionId);
    if (known === undefined && sessionId !== null) {
      const { unknownStatus } = stateful;
      const error = {
        code: -32_001,
        message: unknownStatus === 500 ? "Oops" : "No valid session ID provided",
      };
      const id = unknownStatus === 200 ? body?.id : null;
      response.writeHead(unknownStatus, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", error, id }));
      return;
    }
    if (body?.method === "tools/call" && stateful.callStatus !== null) {
      response.writeHead(stateful.callStatus).end();
      return;
    }
    await (known ?? (await openSession())).handleRequest(request, response, body);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stateful.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return stateful;
}

function createNotes(): Server {
  const notes: string[] = [];
  const server = new Server({ name: "notes", version: "1.0.0" }, { capabilities: { tools: {} } });
  const properties = { text: { type: "string" as const } };
  const tools = ["note", "wait", "fail"].map((name) => ({
    name,
    inputSchema: { type: "object" as const, properties },
  }));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input } }) => {
    if (name === "fail") {
      return { isError: true, content: [{ type: "text", text: "It failed." }] };
    }
    if (name === "wait") {
      await sleep(200);
    }
    notes.push(String(input?.text));
    return { content: [{ type: "text", text: JSON.stringify({ notes }) }] };
  });
  return server;
}
