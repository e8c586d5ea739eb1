import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
  Server,
} from "@modelcontextprotocol/server";
import type { McpAuthorizationServer } from "./mcp-authorization-server.ts";

const scopes = ["notes:read"];
const allScopes = [...scopes, "notes:write"];
const inputSchema = { type: "object" as const, properties: { text: { type: "string" } } };

/** The SDK's MCP server behind the SDK's bearer check, with tokens of an authorization server (RFC 9728). */
export interface GuardedMcpServer {
  url: string;
  /** The tokens of tool calls that ran, oldest first. */
  usedTokens: string[];
  /** Requests with a token that was refused. */
  refusals: number;
  /** Whether its tools are listed without a token. Default: false. */
  isListingOpen: boolean;
  /** Whether `add_note` needs the scope `notes:write`, which the server does not ask for otherwise. Default: false. */
  needsScopeToWrite: boolean;
  /** Replaces members of the resource metadata. */
  metadata: Record<string, unknown>;
  stop(): Promise<void>;
}

/** Starts the server. Its one resource is its own address. */
export async function startGuardedMcpServer(authority: McpAuthorizationServer): Promise<GuardedMcpServer> {
  const server = createServer((request, response) => void listen(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const guarded: GuardedMcpServer = {
    url,
    usedTokens: [],
    refusals: 0,
    isListingOpen: false,
    needsScopeToWrite: false,
    metadata: {},
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  authority.resources.set(url, allScopes);
  const check = requireBearerAuth({
    verifier: { verifyAccessToken: (token) => readToken(authority, token) },
    requiredScopes: scopes,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(new URL(url)),
    expectedResource: new URL(url),
  });
  const handler = createMcpHandler(() => {
    const one = new Server({ name: "notes", version: "1.0.0" }, { capabilities: { tools: {} } });
    one.setRequestHandler("tools/list", async () => ({
      tools: [
        {
          name: "read_notes",
          description: "Reads the notes.",
          inputSchema,
          annotations: { readOnlyHint: true },
        },
        { name: "add_note", description: "Adds a note.", inputSchema },
      ],
    }));
    one.setRequestHandler("tools/call", async ({ params }, { http }) => {
      guarded.usedTokens.push(http?.authInfo?.token ?? "");
      return {
        content: [],
        structuredContent: { tool: params.name, client: http?.authInfo?.clientId ?? "" },
      };
    });
    return one;
  });
  const listen = getRequestListener(async (request) => {
    const metadata = await describeResource(request, authority, url, guarded.metadata);
    if (metadata !== undefined) {
      return metadata;
    }
    if (guarded.isListingOpen && !(await request.clone().text()).includes('"method":"tools/call"')) {
      return handler.fetch(request);
    }
    const found = await check(request);
    if (found instanceof Response) {
      guarded.refusals += request.headers.has("authorization") ? 1 : 0;
      return found;
    }
    const isWriting = (await request.clone().text()).includes('"name":"add_note"');
    if (guarded.needsScopeToWrite && isWriting && !found.scopes.includes("notes:write")) {
      const challenge = 'Bearer error="insufficient_scope", scope="notes:write admin:all"';
      return new Response(null, { status: 403, headers: { "www-authenticate": challenge } });
    }
    return handler.fetch(request, { authInfo: found });
  });
  return guarded;
}

async function readToken(authority: McpAuthorizationServer, token: string) {
  const found = await authority.findToken(token);
  if (found === null) {
    throw new OAuthError(OAuthErrorCode.InvalidToken, "The token is unknown or has expired.");
  }
  return { ...found, token, resource: new URL(found.audience) };
}

async function describeResource(
  request: Request,
  authority: McpAuthorizationServer,
  url: string,
  replaced: Record<string, unknown>,
): Promise<Response | undefined> {
  if (!new URL(request.url).pathname.startsWith("/.well-known/oauth-protected-resource")) {
    return undefined;
  }
  const described = oauthMetadataResponse(request, {
    oauthMetadata: {
      issuer: authority.issuer,
      authorization_endpoint: `${authority.issuer}/auth`,
      token_endpoint: `${authority.issuer}/token`,
      response_types_supported: ["code"],
    },
    resourceServerUrl: new URL(url),
    scopesSupported: allScopes,
  });
  return described && Response.json({ ...((await described.json()) as object), ...replaced });
}
