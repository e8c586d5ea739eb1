import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, Server, type Tool } from "@modelcontextprotocol/server";
import { findFreePort } from "./find-free-port.ts";

const startTimeoutMs = 120_000;

/** An MCP server on loopback. */
export interface TestMcpServer {
  url: string;
  close(): Promise<void>;
}

/** Starts the reference server of the revisions with `initialize` and sessions, in its own process. */
export async function startEverythingServer(): Promise<TestMcpServer> {
  const port = await findFreePort();
  const main = createRequire(import.meta.url).resolve(
    "@modelcontextprotocol/server-everything/dist/index.js",
  );
  const child = spawn(process.execPath, [main, "streamableHttp"], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  await waitUntilRunning(url, child);
  return {
    url,
    close: async () => {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** @throws Error when it has ended, or takes too long */
async function waitUntilRunning(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    // Any response shows that it is running, even one that refuses a request without a session.
    const response = await fetch(url).catch(() => null);
    if (response !== null) {
      await response.body?.cancel();
      return;
    }
    await delay(100);
  }
  const end = child.exitCode ?? child.signalCode;
  child.kill("SIGKILL");
  throw new Error(`The reference server does not run${end === null ? "" : `: it ended with ${end}`}.`);
}

export interface ModernServer extends TestMcpServer {
  /** The tools in `tools/list`; may change between calls. */
  tools: Tool[];
  /** All requests, oldest first. */
  requests: { method: string; query: string; headers: Headers; body: string }[];
  /** The required token; null: none. */
  token: string | null;
  /** So many of the next requests get 503. */
  failuresLeft: number;
  /** Sent with 401, after `Bearer `. */
  challenge: string;
}

type ToolHandler = (
  input: Record<string, unknown>,
  context: { signal: AbortSignal; notify(progress: number): Promise<void> },
) => Promise<Record<string, unknown>>;

/** Starts the SDK's server of revision 2026-07-28, which also serves older revisions without sessions. */
export async function openModernServer(
  tools: Tool[],
  handlers: Record<string, ToolHandler> = {},
): Promise<ModernServer> {
  const modern: ModernServer = {
    url: "",
    tools,
    requests: [],
    token: null,
    failuresLeft: 0,
    challenge: 'realm="test"',
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  const handler = createMcpHandler(() => {
    const one = new Server(
      { name: "modern", title: "Modern server", version: "1.0.0" },
      { capabilities: { tools: {} }, instructions: "Use with care." },
    );
    one.setRequestHandler("tools/list", async ({ params }) => listPage(modern.tools, params?.cursor));
    one.setRequestHandler("tools/call", async ({ params }, context) => {
      const handle = handlers[params.name];
      if (handle === undefined) {
        return { content: [{ type: "text", text: JSON.stringify(params.arguments ?? {}) }] };
      }
      const { signal, notify, _meta } = context.mcpReq;
      const progressToken = _meta?.progressToken;
      const result = await handle(params.arguments ?? {}, {
        signal,
        async notify(progress) {
          if (progressToken !== undefined) {
            await notify({ method: "notifications/progress", params: { progressToken, progress, total: 2 } });
          }
        },
      });
      return { content: [], ...result };
    });
    return one;
  });
  const listen = getRequestListener(async (request) => {
    const { pathname, origin, search: query } = new URL(request.url);
    if (pathname === "/.well-known/oauth-protected-resource/mcp") {
      return Response.json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
    }
    if (pathname === "/.well-known/oauth-authorization-server") {
      const [authorizationEndpoint, tokenEndpoint] = [`${origin}/authorize`, `${origin}/token`];
      return Response.json({
        issuer: origin,
        authorization_endpoint: authorizationEndpoint,
        token_endpoint: tokenEndpoint,
      });
    }
    const body = await request.clone().text();
    modern.requests.push({ method: request.method, query, headers: request.headers, body });
    if (modern.failuresLeft > 0) {
      modern.failuresLeft--;
      return new Response("down", { status: 503 });
    }
    if (modern.token !== null && request.headers.get("authorization") !== `Bearer ${modern.token}`) {
      return new Response("no", {
        status: 401,
        headers: { "www-authenticate": `Bearer ${modern.challenge}` },
      });
    }
    return handler.fetch(request);
  });
  const server = createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  modern.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return modern;
}

/** Two tools a page. */
function listPage(tools: Tool[], cursor: string | undefined): { tools: Tool[]; nextCursor?: string } {
  const from = Number(cursor ?? 0);
  const page = tools.slice(from, from + 2);
  return from + 2 < tools.length ? { tools: page, nextCursor: String(from + 2) } : { tools: page };
}
