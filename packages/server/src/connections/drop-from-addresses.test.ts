import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { respondWithJson } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { comeBack, signIn, submitPage } from "../../testing/sign-in.ts";
import { loadConnection } from "../db/connections/connections.ts";
import { openSecrets } from "./open-secrets.ts";

const gate = "canary-gate-1234";
/** Two keys are fields with the names of their schemes. */
const keys = {
  garden: { type: "apiKey", in: "header", name: "x-garden" },
  gate: { type: "apiKey", in: "header", name: "x-gate" },
};
const bearer = { type: "http", scheme: "bearer" };

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400", { BOWLINE_RATE_BURST: "1000" });
  server.provider.on("/eu/items", respondWithJson(200, {}));
});
afterAll(() => server?.close());

beforeEach(async () => {
  await server.database.pool.query("delete from connection");
  server.provider.received.length = 0;
});

async function importDocument(slug: string, url: string, securitySchemes: object): Promise<void> {
  const [, name] = /\{(.+)\}/.exec(url) ?? [];
  await server.call("POST", "/v1/applications", {
    source: "openapi",
    slug,
    document: {
      openapi: "3.1.0",
      info: { title: "Garden", version: "1" },
      servers: [{ url, ...(name && { variables: { [name]: { default: "eu" } } }) }],
      security: [Object.fromEntries(Object.keys(securitySchemes).map((key) => [key, []]))],
      paths: { "/items": { get: { operationId: "list_items", responses: { 200: { description: "OK" } } } } },
      components: { securitySchemes },
    },
  });
}

async function connectGarden(): Promise<number> {
  await importDocument("garden", server.provider.url, keys);
  const body = { applicationSlug: "garden", fields: { garden: "canary-garden", gate }, isDefault: true };
  return (await server.call<{ connectionId: number }>("POST", "/v1/connections", body)).connectionId;
}

/** Returns the responses to a call, a dry run and a confirmation, and the history and the stored origins after them. */
async function useGarden(connectionId: number): Promise<string> {
  const send = async (method: string, path: string, body?: unknown) =>
    server.call(method, path, body).catch((error: Error) => error.message);
  const path = "/v1/tools/garden_list_items/execute";
  const responses = [
    await send("POST", path, { fields: {} }),
    await send("POST", `${path}?dryRun=true`, { fields: {} }),
    await send("PATCH", `/v1/connections/${connectionId}`, { confirmOrigins: ["https://us.example.com"] }),
    await send("PATCH", `/v1/connections/${connectionId}`, { confirmOrigins: true }),
    await send("POST", path, { fields: {} }),
    await send("GET", "/v1/executions"),
    await send("GET", "/v1/connections"),
    (await server.database.pool.query("select sealed_origins from connection")).rows,
  ];
  return JSON.stringify(responses);
}

test.each([
  ["of a method that an import removed", { other: bearer }],
  ["of a method that takes other credentials now", { ...keys, gate: bearer }],
])("a secret %s becomes no part of a new host with its name", async (_, schemes) => {
  const connectionId = await connectGarden();
  await importDocument("garden", "https://{gate}.example.com", schemes);
  expect(await useGarden(connectionId)).not.toContain("canary");
});

test("a secret becomes no part of a new path with its name", async () => {
  const connectionId = await connectGarden();
  await importDocument("garden", `${server.provider.url}/{gate}`, { ...keys, gate: bearer });
  expect(await useGarden(connectionId)).toContain('"isSuccess":true');
  expect(server.provider.received.map(({ target }) => target)).toEqual(["/eu/items", "/eu/items"]);
});

describe("a refresh token", () => {
  const issued = { access_token: "access", refresh_token: "canary-refresh" };

  async function describeShop(address: string): Promise<void> {
    const { url } = server.provider;
    const flow = { authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token`, scopes: { read: "Read" } };
    await importDocument("shop", address, { signIn: { type: "oauth2", flows: { authorizationCode: flow } } });
  }

  test("becomes no part of a path with its name", async () => {
    await describeShop(`${server.provider.url}/{refreshToken}`);
    await signIn(server, issued, { isDefault: true });
    await server.call("POST", "/v1/tools/shop_list_items/execute", { fields: {} });
    expect(server.provider.received.at(-1)?.target).toBe("/eu/items");
  });

  test("stays when a variable with its name changes", async () => {
    await describeShop(`${server.provider.url}/{refreshToken}`);
    const connectionId = await signIn(server, issued, { isDefault: true });
    const fields = { refreshToken: "us" };
    const changed = await server.call("PATCH", `/v1/connections/${connectionId}`, { fields });
    expect(changed).toMatchObject({ fields });
    const row = await loadConnection(server.deps.db.kysely, connectionId);
    expect(row && (await openSecrets(server.deps.vault, row))).toMatchObject({
      refreshToken: "canary-refresh",
    });
  });

  test("becomes no part of a host with its name, on the page or in the database", async () => {
    await describeShop("https://{refreshToken}.example.com");
    const { page } = await comeBack(server, issued);
    expect(await page.clone().text()).toMatch(/eu\.example\.com/);
    expect(await page.clone().text()).not.toContain("canary-refresh");
    await submitPage(server, page, "confirm");
    const { rows } = await server.database.pool.query("select sealed_origins from connection");
    expect(rows).toEqual([{ sealed_origins: [server.provider.url, "https://eu.example.com"] }]);
  });
});

describe("a secret that belongs in a host", () => {
  const list = (query = "") =>
    server.call<{ isSuccess: boolean; errorMessage: string }>(
      "POST",
      `/v1/tools/garden_list_items/execute${query}`,
      { fields: {} },
    );
  const connect = (apiKey: string) =>
    server.call<{ connectionId: number; status: string }>("POST", "/v1/connections", {
      applicationSlug: "garden",
      fields: { apiKey },
      isDefault: true,
    });

  test("is sent there, and its origin is stored without it", async () => {
    const { port } = server.provider;
    server.provider.on("/items", respondWithJson(200, {}));
    await importDocument("garden", `http://{apiKey}:${port}`, {});
    expect(await connect("127.0.0.1")).toMatchObject({ status: "active" });
    expect(await list("?dryRun=true")).toMatchObject({ isSuccess: true });
    expect(await list()).toMatchObject({ isSuccess: true });
    const { rows } = await server.database.pool.query("select sealed_origins from connection");
    expect(rows).toEqual([{ sealed_origins: [`http://{apiKey}:${port}`] }]);
  });

  test("needs a confirmation when it changes and others stay", async () => {
    const { port } = server.provider;
    await importDocument("garden", `http://{hostSecret}:${port}`, { gate: keys.gate });
    const body = {
      applicationSlug: "garden",
      fields: { hostSecret: "127.0.0.1", apiKey: gate },
      isDefault: true,
    };
    const { connectionId } = await server.call<{ connectionId: number }>("POST", "/v1/connections", body);
    const change = (more: object) =>
      server.call("PATCH", `/v1/connections/${connectionId}`, {
        fields: { hostSecret: "127.0.0.2" },
        ...more,
      });
    await expect(change({})).rejects.toThrow(/would go to http:\/\/\{hostSecret\}/);
    await change({ confirmOrigins: [`http://{hostSecret}:${port}`] });
    expect(await list()).toMatchObject({ isSuccess: false });
    expect(server.provider.received).toEqual([]);
  });

  test.each([
    ["and stays secret", "https://{apiKey}.moved.invalid"],
    ["and is no longer in it", "https://moved.invalid"],
  ])("%s is in no response and no record when the host moves", async (_, url) => {
    await importDocument("garden", "https://{apiKey}.example.invalid", {});
    const { connectionId } = await connect("Canary-1234");
    await importDocument("garden", url, {});
    for (const query of ["", "?dryRun=true"]) {
      const { errorMessage } = await list(query);
      expect(errorMessage).toContain("entered for https://{apiKey}.example.invalid");
      expect(errorMessage).toContain(`get them at ${url}`);
    }
    const connection = await server.call("GET", `/v1/connections/${connectionId}`);
    expect(connection).toMatchObject({ status: "error" });
    const told = [connection, await useGarden(connectionId), await server.call("GET", "/v1/connections")];
    expect(JSON.stringify(told)).not.toMatch(/canary-1234/i);
  });
});
