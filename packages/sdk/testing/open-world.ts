import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { startServerOnDatabase } from "@bowline/acceptance/shared-database.ts";
import { Bowline } from "../src/index.ts";

/** A real server, an application with tools on loopback, and a toolset with them. */
export interface World extends AsyncDisposable {
  /** A client with the Admin's key. */
  bowline: Bowline;
  baseUrl: string;
  apiKey: string;
  toolsetId: string;
  connectionId: number;
  /** The requests that the application received, as `METHOD /path body`. */
  received: string[];
}

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const thing = {
  type: "object",
  properties: {
    title: { type: "string", description: "What it is called." },
    color: { type: "string", enum: ["red", "blue"] },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["title"],
};
const ok = { 200: { description: "OK", content: { "application/json": { schema: {} } } } };

const describeThings = (url: string) => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  servers: [{ url }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
  security: [{ key: [] }],
  paths: {
    "/things": {
      get: { operationId: "list_things", summary: "List the things.", responses: ok },
      post: {
        operationId: "create_thing",
        summary: "Create a thing.",
        requestBody: { required: true, content: { "application/json": { schema: thing } } },
        responses: ok,
      },
    },
    "/things/{id}": {
      get: { operationId: "get_thing", summary: "Get a thing.", parameters: [id], responses: ok },
    },
  },
});

export async function openWorld(): Promise<World> {
  const received: string[] = [];
  const application = createServer((request, response) => void respond(request, response, received));
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  const server = await startServerOnDatabase();
  const bowline = new Bowline({ apiKey: server.adminApiKey, baseUrl: server.baseUrl });
  await bowline.applications.import({ source: "openapi", slug: "things", document: describeThings(url) });
  const { authentications } = await bowline.applications.get("things");
  const { connectionId } = await bowline.connections.create({
    applicationSlug: "things",
    authenticationId: authentications[0]?.authenticationId ?? 0,
    name: "Things",
    fields: { apiKey: "key-of-the-things" },
  });
  await bowline.connections.setDefault(connectionId);
  const { items } = await bowline.tools.list({ applicationSlug: "things" });
  const { toolsetId } = await bowline.toolsets.create({
    name: "Things",
    connections: [{ connectionId, applicationSlug: "things", toolSlugs: items.map(({ slug }) => slug) }],
  });
  return {
    bowline,
    baseUrl: server.baseUrl,
    apiKey: server.adminApiKey,
    toolsetId,
    connectionId,
    received,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      application.closeAllConnections();
      application.close();
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  received: string[],
): Promise<void> {
  let body = "";
  for await (const chunk of request) {
    body += chunk;
  }
  received.push(`${request.method} ${request.url} ${body}`.trim());
  const found = request.url !== "/things/missing";
  response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
  response.end(
    JSON.stringify(
      found ? { id: "7", ...(body && JSON.parse(body)) } : { message: "There is no such thing." },
    ),
  );
}
