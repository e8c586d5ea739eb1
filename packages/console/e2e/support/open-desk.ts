import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { World } from "./world.ts";

/** An application on loopback with tickets, connected as the Admin's default. */
export interface Desk extends AsyncDisposable {
  connectionId: number;
  /** The bodies of the tickets that were created, and the paths of other requests that write. */
  received: unknown[];
}

/** What the application returns as a photo. */
export const photo = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0xff, 0x00]);

const text = { type: "string" };
const ok = (schema: object) => ({
  200: { description: "OK", content: { "application/json": { schema } } },
});
const ticket = {
  type: "object",
  properties: {
    id: { type: "integer" },
    title: text,
    state: { type: "string", enum: ["open", "closed"] },
    priority: { type: "integer" },
    author: { type: "object", properties: { login: text } },
    createdAt: { type: "string", format: "date-time" },
  },
};
const newTicket = {
  type: "object",
  required: ["title", "reporter"],
  properties: {
    title: { type: "string", minLength: 3, description: "One line that says **what is wrong**." },
    body: {
      type: "string",
      description: "The whole story, in Markdown. See [the guide](https://example.com/guide).",
    },
    reporter: {
      type: "object",
      required: ["name"],
      properties: { name: text, email: { type: "string", format: "email" } },
    },
    priority: { type: "integer", minimum: 1, maximum: 5, default: 3 },
    state: { type: "string", enum: ["open", "closed"] },
    isUrgent: { type: "boolean" },
    labels: { type: "array", items: text },
    assignee: { oneOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
    due: {
      oneOf: [
        { type: "object", required: ["type", "date"], properties: { type: { const: "day" }, date: text } },
        {
          type: "object",
          required: ["type", "days"],
          properties: { type: { const: "period" }, days: { type: "integer" } },
        },
      ],
    },
    steps: {
      type: "array",
      items: {
        type: "object",
        required: ["action"],
        properties: { action: text, expected: text },
      },
    },
    fields: { type: "object", additionalProperties: text, description: "Fields of your own." },
    extra: { description: "Anything else." },
    place: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }] },
    secret: { type: "string", format: "password" },
  },
};
const wide = {
  type: "object",
  required: ["name"],
  properties: {
    name: text,
    ...Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`option_${index + 1}`, text])),
  },
};
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const body = (schema: object) => ({ required: true, content: { "application/json": { schema } } });

const describeDesk = (url: string) => ({
  openapi: "3.1.0",
  info: { title: "Desk", version: "1", description: "Tickets of people who need help." },
  servers: [{ url }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
  security: [{ key: [] }],
  paths: {
    "/tickets": {
      get: {
        operationId: "list_tickets",
        summary: "List tickets",
        description: "Lists the tickets of the desk, the newest first.",
        parameters: [{ name: "state", in: "query", schema: { type: "string", enum: ["open", "closed"] } }],
        responses: ok({ type: "object", properties: { items: { type: "array", items: ticket } } }),
      },
      post: {
        operationId: "create_ticket",
        summary: "Create a ticket",
        description: "Creates a ticket and tells the people who watch the desk.",
        requestBody: body(newTicket),
        responses: ok(ticket),
      },
    },
    "/tickets/batch": {
      post: {
        operationId: "create_tickets",
        summary: "Create the tickets of a week",
        responses: ok({ type: "array", items: ticket }),
      },
    },
    "/tickets/{id}": {
      delete: {
        operationId: "delete_ticket",
        summary: "Delete a ticket",
        parameters: [id],
        responses: ok({}),
      },
    },
    "/export": {
      get: {
        operationId: "export_tickets",
        summary: "Export all tickets",
        responses: ok({ type: "array", items: ticket }),
      },
    },
    "/settings": {
      put: { operationId: "set_options", summary: "Set options", requestBody: body(wide), responses: ok({}) },
    },
    "/photo": {
      get: {
        operationId: "get_photo",
        summary: "Get a photo",
        responses: { 200: { description: "OK", content: { "image/png": {} } } },
      },
    },
    "/reminders": {
      post: {
        operationId: "remind",
        summary: "Remind everybody",
        requestBody: body({ type: "object" }),
        responses: ok({}),
      },
    },
    "/fail": { get: { operationId: "fail", summary: "Fail", responses: ok({}) } },
    "/wait": { get: { operationId: "wait", summary: "Wait", responses: ok({}) } },
  },
});

const makeTicket = (number: number) => ({
  id: number,
  title: `Ticket ${number}: the ${["lamp", "door", "printer", "chair"][number % 4]} is broken`,
  state: number % 3 === 0 ? "closed" : "open",
  priority: (number % 5) + 1,
  author: { login: `robin${number % 7}` },
  createdAt: new Date(Date.UTC(2026, 0, 1, number)).toISOString(),
});

export async function openDesk(world: World): Promise<Desk> {
  const received: unknown[] = [];
  const application = createServer((request, response) => void respond(request, response, received));
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  await world.call("POST", "/v1/applications", {
    source: "openapi",
    slug: "desk",
    document: describeDesk(url),
  });
  const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
    applicationSlug: "desk",
    name: "Desk of the house",
    fields: { apiKey: "key-of-the-desk" },
    isDefault: true,
  });
  return {
    connectionId,
    received,
    async [Symbol.asyncDispose]() {
      application.closeAllConnections();
      await new Promise((resolve) => application.close(resolve));
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  received: unknown[],
): Promise<void> {
  const send = (status: number, value: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const [path] = (request.url ?? "").split("?");
  switch (`${request.method} ${path}`) {
    case "GET /tickets":
      return send(200, { items: Array.from({ length: 240 }, (_, index) => makeTicket(index + 1)) });
    case "POST /tickets": {
      const created = JSON.parse(Buffer.concat(chunks).toString());
      received.push(created);
      // As an application that repeats what it was sent.
      return send(200, makeTicket(241), {
        "x-ratelimit-remaining": "41",
        "x-request-id": `desk ${request.headers["x-key"]}`,
        etag: `"${created.secret ?? "none"}"`,
      });
    }
    case "GET /export":
      // About 5 MB.
      return send(
        200,
        Array.from({ length: 30_000 }, (_, index) => makeTicket(index + 1)),
      );
    case "GET /photo":
      response.writeHead(200, { "content-type": "image/png" });
      return void response.end(photo);
    case "POST /reminders":
      received.push(`POST /reminders ${Buffer.concat(chunks)}`);
      return send(200, {});
    case "POST /tickets/batch":
      received.push("POST /tickets/batch");
      return send(
        200,
        Array.from({ length: 5 }, (_, index) => makeTicket(index + 1)),
      );
    case "GET /fail":
      return send(422, { message: "The printer is on fire." });
    case "GET /wait":
      // Until the client goes away.
      return;
    default:
      received.push(`${request.method} ${path}`);
      return send(200, {});
  }
}
