import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { request as send } from "undici";
import { expect } from "vitest";
import { type Caller, succeed } from "./caller.ts";
import { deployment } from "./deployment.ts";
import { flattenHeaders } from "./flatten-headers.ts";
import type { JsonObject, Toolset } from "./records.ts";
import { findApiKey, findSecret } from "./secrets.ts";

export const newestRevision = "2026-07-28";
export const olderRevisions = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** For a call, in milliseconds: a client's own 60 seconds are few on a busy machine. */
const timeout = 300_000;

/** A tool as `tools/list` returns it. */
export interface ListedTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: { properties?: Record<string, JsonObject>; required?: string[]; [keyword: string]: unknown };
  outputSchema?: JsonObject | undefined;
  annotations?: JsonObject | undefined;
}

/** The result of `tools/call`. */
export interface CallResult {
  isError?: boolean | undefined;
  content: { type: string; text?: string | undefined }[];
  structuredContent?: JsonObject | undefined;
  _meta?: JsonObject | undefined;
}

/** A real client, whichever SDK it comes from. */
export interface AnyClient {
  list(): Promise<ListedTool[]>;
  call(name: string, input?: JsonObject, options?: CallOptions): Promise<CallResult>;
  close(): Promise<void>;
}

export interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number; total?: number | undefined }) => void;
}

/** The clients that the tests use: the newest SDK in both eras, and the one before it. */
export const clientKinds = ["newest", "newest, as 2025-11-25", "older SDK"] as const;
export type ClientKind = (typeof clientKinds)[number];

/** Connects a real client. */
export async function connectClient(
  kind: ClientKind,
  path: string,
  headers: Record<string, string>,
): Promise<AnyClient> {
  const url = new URL(deployment().baseUrl + path);
  const info = { name: "acceptance", version: "1" };
  if (kind === "older SDK") {
    const client = new OlderClient(info, { capabilities: {} });
    await client.connect(new OlderTransport(url, { requestInit: { headers } }) as never);
    return {
      list: async () => (await client.listTools()).tools as ListedTool[],
      call: async (name, input = {}, options) =>
        checkResult(
          (await client.callTool({ name, arguments: input }, undefined, {
            ...options,
            timeout,
          })) as CallResult,
        ),
      close: () => client.close(),
    };
  }
  const client = new ModernClient(info, {
    capabilities: {},
    versionNegotiation: { mode: kind === "newest" ? { pin: newestRevision } : "legacy" },
  });
  await client.connect(new ModernTransport(url, { requestInit: { headers } }));
  return {
    list: async () => (await client.listTools()).tools as ListedTool[],
    call: async (name, input = {}, options) =>
      checkResult((await client.callTool({ name, arguments: input }, { ...options, timeout })) as CallResult),
    close: () => client.close(),
  };
}

/** No result contains a secret. */
function checkResult(result: CallResult): CallResult {
  const text = JSON.stringify(result);
  expect([findSecret(text), findApiKey(text)]).toEqual([null, null]);
  return result;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The JSON-RPC messages of the response. */
  messages: JsonObject[];
}

/** Sends a request as it is. */
export async function sendRaw(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
  baseUrl = deployment().baseUrl,
): Promise<RawResponse> {
  const response = await send(baseUrl + path, {
    method: method as "POST",
    headers: {
      accept: "application/json, text/event-stream",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? null : isSentAsIs(body) ? body : JSON.stringify(body),
  });
  const text = await response.body.text();
  expect([findSecret(text), findApiKey(text)]).toEqual([null, null]);
  const received = flattenHeaders(response.headers);
  return {
    status: response.statusCode,
    headers: received,
    text,
    messages: readMessages(received["content-type"], text),
  };
}

const isSentAsIs = (body: unknown): body is string | Uint8Array =>
  typeof body === "string" || body instanceof Uint8Array;

function readMessages(contentType: string | undefined, text: string): JsonObject[] {
  const parts = contentType?.startsWith("text/event-stream")
    ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => data)
    : [text];
  return parts.flatMap((part) => {
    try {
      return JSON.parse(part);
    } catch {
      return [];
    }
  });
}

/** A request of an older revision. */
export const olderRequest = (
  method: string,
  params: JsonObject = {},
  id: number | string = 1,
): JsonObject => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

/** A request of the newest revision, with its headers. */
export function newestRequest(
  method: string,
  params: JsonObject = {},
  capabilities: JsonObject = {},
): { body: JsonObject; headers: Record<string, string> } {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": newestRevision,
    "io.modelcontextprotocol/clientInfo": { name: "acceptance", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  const given = params._meta as JsonObject | undefined;
  return {
    body: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: { ...meta, ...given } } },
    headers: {
      "mcp-protocol-version": newestRevision,
      "mcp-method": method,
      ...(typeof params.name === "string" && { "mcp-name": params.name }),
    },
  };
}

/** Creates a toolset of one connection. */
export const createToolset = (
  caller: Caller,
  connection: { connectionId: number; applicationSlug: string },
  toolSlugs: string[],
  settings: JsonObject = {},
): Promise<Toolset> =>
  succeed(
    caller.post("/v1/toolsets", {
      name: "For agents",
      connections: [
        { connectionId: connection.connectionId, applicationSlug: connection.applicationSlug, toolSlugs },
      ],
      settings,
    }),
  );
