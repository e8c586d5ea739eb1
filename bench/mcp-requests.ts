import type { Load } from "./load.ts";
import { newThing } from "./things-application.ts";

type Request = Omit<Load, "concurrency" | "count">;

/** An MCP endpoint. */
export interface McpAddress {
  origin: string;
  path: string;
  headers: Record<string, string>;
}

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const clientInfo = { name: "bench", version: "1" };
const newestRevision = "2026-07-28";
const sessionRevision = "2025-11-25";

/** A `tools/call` of the revision without sessions. */
export function callRequest(
  { origin, path, headers }: McpAddress,
  tool: string,
  expect: Load["expect"],
): Request {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": newestRevision,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    origin,
    method: "POST",
    paths: [path],
    headers: {
      ...json,
      ...headers,
      "mcp-protocol-version": newestRevision,
      "mcp-method": "tools/call",
      "mcp-name": tool,
    },
    body: writeMessage("tools/call", { name: tool, arguments: newThing, _meta: meta }),
    expect,
  };
}

/** Begins a session, and returns a `tools/call` in it. */
export async function beginSession(
  { origin, path, headers }: McpAddress,
  tool: string,
  expect: Load["expect"],
): Promise<Request> {
  const send = (message: string, more: Record<string, string>) =>
    fetch(origin + path, { method: "POST", headers: { ...json, ...headers, ...more }, body: message });
  const params = { protocolVersion: sessionRevision, capabilities: {}, clientInfo };
  const begun = await send(writeMessage("initialize", params), {});
  const text = await begun.text();
  const sessionId = begun.headers.get("mcp-session-id");
  if (!begun.ok || !sessionId) {
    throw new Error(`${origin + path} began no session: ${begun.status} ${text.slice(0, 500)}`);
  }
  const session = { "mcp-session-id": sessionId, "mcp-protocol-version": sessionRevision };
  await send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }), session);
  return {
    origin,
    method: "POST",
    paths: [path],
    headers: { ...json, ...headers, ...session },
    body: writeMessage("tools/call", { name: tool, arguments: newThing }),
    expect,
  };
}

/** The ids of the requests of a session differ. */
const writeMessage = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id: "{number}", method, params });
