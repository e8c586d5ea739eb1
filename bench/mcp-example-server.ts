/**
 * The reference of the MCP endpoint: a server written with the MCP SDK as its own examples are, with one tool that sends the
 * same request to the same downstream. It checks no credential and keeps no history. Arguments: the downstream's origin, and
 * `stateless` or `session`.
 */
import { randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { reportPort } from "./child-process.ts";

const [origin = "", mode] = process.argv.slice(2);
const inputSchema = z.object({
  title: z.string().max(200),
  body: z.string().optional(),
  labels: z.array(z.string()).optional(),
});

function createExample(): McpServer {
  const server = new McpServer({ name: "example", version: "1.0.0" });
  server.registerTool("create_thing", { description: "Create a thing", inputSchema }, async (input) => {
    const response = await fetch(`${origin}/things`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-things-key": "things-key-of-the-benchmark" },
      body: JSON.stringify(input),
    });
    const thing = await response.json();
    return { content: [{ type: "text", text: JSON.stringify(thing) }], structuredContent: thing };
  });
  return server;
}

function listenWithoutSessions(): RequestListener {
  const handler = createMcpHandler(createExample);
  return getRequestListener((request) => handler.fetch(request));
}

/** One transport and one server for each session, as in the SDK's example with sessions. */
function listenWithSessions(): RequestListener {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return getRequestListener(async (request) => {
    const known = transports.get(request.headers.get("mcp-session-id") ?? "");
    if (known) {
      return known.handleRequest(request);
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (sessionId) => {
        transports.set(sessionId, transport);
      },
    });
    await createExample().connect(transport);
    return transport.handleRequest(request);
  });
}

const listen = mode === "session" ? listenWithSessions() : listenWithoutSessions();
const server = createServer((request, response) => void listen(request, response));
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => reportPort(server));
