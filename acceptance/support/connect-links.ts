import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "vitest";
import { listenOnLoopback, sendJson } from "../oauth/support/loopback-server.ts";
import { uniqueName } from "./actors.ts";
import { type Caller, succeed } from "./caller.ts";
import type { Application, Connection, JsonObject, ListOf } from "./records.ts";

export interface ConnectLink {
  connectUrl: string;
  state: string;
  expiresDate: string;
}

/** An API that takes a key, and repeats in its refusals what it was sent. */
export interface KeyedApi {
  origin: string;
  /** Keys that are accepted. */
  accepted: Set<string>;
  /** How long a request waits. */
  delayMs: number;
  /** Called before the next response. */
  whenAsked: (() => Promise<unknown>) | null;
  /** Keys that arrived, oldest first. */
  arrived: string[];
  stop(): Promise<void>;
}

export async function startKeyedApi(): Promise<KeyedApi> {
  const api: KeyedApi = {
    origin: "",
    accepted: new Set(),
    delayMs: 0,
    whenAsked: null,
    arrived: [],
    stop: async () => undefined,
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const key = String(request.headers["x-key"] ?? request.headers.authorization ?? "");
    api.arrived.push(key);
    const isGood = api.accepted.has(key);
    const { whenAsked } = api;
    api.whenAsked = null;
    await whenAsked?.();
    setTimeout(
      () =>
        sendJson(
          response,
          isGood ? 200 : 401,
          isGood ? { login: "ada" } : { message: `Not this one: ${key}` },
        ),
      api.delayMs,
    );
  };
  const server = await listenOnLoopback(respond);
  return Object.assign(api, { origin: server.origin, stop: server.stop });
}

export const keyScheme = {
  key: { type: "apiKey", in: "header", name: "x-key", description: "Find it under `Settings`." },
};
export const loginScheme = { login: { type: "http", scheme: "basic" } };

/** An application whose credentials are tried when they are stored. */
export async function importKeyedApi(
  admin: Caller,
  { origin }: Pick<KeyedApi, "origin">,
  schemes: JsonObject = keyScheme,
  more: JsonObject = {},
): Promise<Application> {
  const slug = uniqueName("keyed");
  const document = {
    openapi: "3.1.0",
    info: { title: "Keyed API", version: "1" },
    servers: [{ url: origin }],
    components: { securitySchemes: schemes },
    security: Object.keys(schemes).map((name) => ({ [name]: [] })),
    "x-bowline-test": { operation: "me", labelPath: "/login" },
    paths: { "/me": { get: { operationId: "me", responses: { "200": { description: "OK" } } } } },
    ...more,
  };
  await succeed(admin.post("/v1/applications", { source: "openapi", slug, document }));
  return succeed<Application>(admin.get(`/v1/applications/${slug}`));
}

export const makeLink = (
  caller: Caller,
  { slug }: { slug: string },
  more: JsonObject = {},
): Promise<ConnectLink> =>
  succeed<ConnectLink>(caller.post("/v1/connections/ConnectLink", { applicationSlug: slug, ...more }));

export async function listOwn(caller: Caller, { slug }: { slug: string }): Promise<Connection[]> {
  const list = caller.get("/v1/connections", { applicationSlug: slug, top: 100 });
  return (await succeed<ListOf<Connection>>(list)).items;
}

/** The result of a link. */
export async function readResult(caller: Caller, { state }: ConnectLink): Promise<JsonObject> {
  const result = await succeed<JsonObject>(caller.get("/v1/connections/SignInResult", { state }));
  expect(Object.keys(result).toSorted()).toEqual(["connectionId", "error", "name", "status"]);
  return result;
}
