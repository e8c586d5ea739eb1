import type { IncomingMessage } from "node:http";
import { listenOnLoopback, readBody, sendJson } from "../oauth/support/loopback-server.ts";
import type { JsonObject } from "./records.ts";

/** A request that arrived. */
export interface SpiedRequest {
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A server that accepts and records every request. */
export interface SpiedApi {
  origin: string;
  received: SpiedRequest[];
  stop(): Promise<void>;
}

export async function startSpiedApi(): Promise<SpiedApi> {
  const received: SpiedRequest[] = [];
  const server = await listenOnLoopback(async (request, response) => {
    received.push({ url: request.url ?? "", headers: request.headers, body: await readBody(request) });
    sendJson(response, 200, {
      login: "ada",
      items: [{ name: "one" }],
      access_token: "stray",
      token_type: "bearer",
    });
  });
  return { origin: server.origin, received, stop: () => server.stop() };
}

const listOfItems = {
  type: "object",
  properties: { items: { type: "array", items: { type: "object" } } },
};

/** Describes an API with one key and the operations `items_list` and `other_read`. */
export function describeKeyApi(serverUrl: string, more: JsonObject = {}): JsonObject {
  const { variables, itemsServer, marks } = more as {
    variables?: JsonObject;
    itemsServer?: string;
    marks?: JsonObject;
  };
  return {
    openapi: "3.1.0",
    info: { title: "Spied", version: "1" },
    servers: [{ url: serverUrl, ...(variables && { variables }) }],
    security: [{ key: [] }],
    paths: {
      "/items": {
        get: {
          operationId: "items_list",
          responses: { 200: { description: "OK", content: { "application/json": { schema: listOfItems } } } },
        },
      },
      "/other": {
        get: {
          operationId: "other_read",
          ...(itemsServer !== undefined && { servers: [{ url: itemsServer }] }),
          responses: { 200: { description: "OK" } },
        },
      },
    },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
    ...marks,
  };
}
