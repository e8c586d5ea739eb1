import { createServer, type IncomingMessage } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, Server, type Tool } from "@modelcontextprotocol/server";
import { listenWhenFree } from "./listen-when-free.ts";

/** A fixture's secrets are sealed to an origin, so its applications must have the same one at each test. */
const firstPort = 18_998;

/**
 * The applications of the fixtures from `database-0.2.sql` on: a shop with a key, a journal with OAuth, an MCP server of notes, a
 * GraphQL server of issues, and the orders of the template in code.
 */
export interface FixtureWorld {
  origin: string;
  /** Keys that the shop received. */
  shopKeys: unknown[];
  /** Tokens that the journal received. */
  journalTokens: unknown[];
  /** Tokens that the GraphQL server received. */
  issueTokens: unknown[];
  /** Keys that the orders received. */
  orderKeys: unknown[];
  /** Bodies of the calls at the journal's token endpoint. */
  tokenCalls: URLSearchParams[];
  /** The tools of the MCP server. */
  tools: Tool[];
  /** Whether the shop fails. */
  isShopBroken: boolean;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts them. Waits while another run of the suite has the port. */
export async function startFixtureWorld(port: number = firstPort): Promise<FixtureWorld> {
  const world: FixtureWorld = {
    origin: `http://127.0.0.1:${port}`,
    shopKeys: [],
    journalTokens: [],
    issueTokens: [],
    orderKeys: [],
    tokenCalls: [],
    tools: [],
    isShopBroken: false,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const notes = createNotes(world);
  const serveMcp = getRequestListener((request) => notes.fetch(request));
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", world.origin);
    if (url.pathname === "/mcp") {
      return void serveMcp(request, response);
    }
    if (url.pathname === "/authorize") {
      const location = new URL(url.searchParams.get("redirect_uri") ?? "");
      location.search = String(
        new URLSearchParams({ code: "code", state: url.searchParams.get("state") ?? "" }),
      );
      return response.writeHead(302, { location: location.href }).end();
    }
    response.setHeader("content-type", "application/json");
    response.statusCode = url.pathname === "/items" && world.isShopBroken ? 503 : 200;
    response.end(JSON.stringify(await respond(world, url.pathname, request)));
  });
  await listenWhenFree(server, port);
  return world;
}

async function respond(world: FixtureWorld, path: string, request: IncomingMessage): Promise<unknown> {
  switch (path) {
    case "/items":
      world.shopKeys.push(request.headers["x-shop-key"]);
      return [{ id: 1 }, { id: 2 }];
    case "/entries":
      world.journalTokens.push(request.headers.authorization);
      return [{ text: "dear journal" }];
    case "/token": {
      let body = "";
      for await (const chunk of request) {
        body += chunk;
      }
      world.tokenCalls.push(new URLSearchParams(body));
      const turn = new URLSearchParams(body).get("grant_type") === "refresh_token" ? "second" : "first";
      return {
        access_token: `journal-access-token-${turn}`,
        refresh_token: `journal-refresh-token-${turn}`,
        token_type: "Bearer",
        expires_in: 3600,
      };
    }
    case "/graphql":
      world.issueTokens.push(request.headers.authorization);
      return { data: { issue: { id: "7", title: "Issue 7" } } };
    case "/orders/account":
      return { email: "ada@example.com" };
    case "/orders/orders":
      world.orderKeys.push(request.headers["x-api-key"]);
      return { orders: [{ id: "1", status: "open", total: 12.5 }] };
    default:
      return {};
  }
}

function createNotes(world: FixtureWorld) {
  return createMcpHandler(() => {
    const server = new Server({ name: "notes", version: "1.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", async () => ({ tools: world.tools }));
    server.setRequestHandler("tools/call", async ({ params }) => ({
      content: [{ type: "text", text: `ran ${params.name}` }],
    }));
    return server;
  });
}
