import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import { comeBack, signIn, submitPage } from "../../../testing/sign-in.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});
afterAll(() => server?.close());

const issued = { access_token: "access", refresh_token: "refresh" };

interface Described {
  /** Where the application and its sign-in are. */
  url?: string;
  key?: string;
  environments?: string[];
  tokenPath?: string;
}

/** Imports the shop again. */
async function describeShop({
  url = server.provider.url,
  key = "signIn",
  environments = [""],
  tokenPath = "/token",
}: Described = {}): Promise<void> {
  const flow = {
    authorizationUrl: `${url}/authorize`,
    tokenUrl: `${url}${tokenPath}`,
    scopes: { read: "Read" },
  };
  const servers = environments.map((name) => ({
    url: `${url}${name}`,
    description: name.slice(1) || "main",
  }));
  await server.call("POST", "/v1/applications", {
    source: "openapi",
    slug: "shop",
    document: {
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      servers,
      security: [{ [key]: [] }],
      paths: { "/items": { get: { operationId: "list_items", responses: { 200: { description: "OK" } } } } },
      components: { securitySchemes: { [key]: { type: "oauth2", flows: { authorizationCode: flow } } } },
    },
  });
}

beforeEach(async () => {
  await server.database.pool.query("delete from connection");
  await describeShop();
  server.provider.received.length = 0;
});

const listCalled = () => server.provider.received.map(({ target }) => target);

async function begin(body = {}): Promise<string> {
  const path = "/v1/connections/GetSignInUrl";
  const { state } = await server.call<{ state: string }>("POST", path, { applicationSlug: "shop", ...body });
  return state;
}

const finish = async (state: string) =>
  (await server.request(`/oauth/callback?code=the-code&state=${state}`)).text();

test("a sign-in ends before its code is exchanged when its method was removed meanwhile", async () => {
  const state = await begin();
  await describeShop({ key: "login" });
  expect(await finish(state)).toMatch(/was changed while you signed in/);
  expect(listCalled()).toEqual([]);
});

test("a sign-in ends before its code is exchanged when its environment was removed meanwhile", async () => {
  await describeShop({ environments: ["/live", "/trial"] });
  const { authentications } = await server.call<{ authentications: { environments: string[] }[] }>(
    "GET",
    "/v1/applications/shop",
  );
  const state = await begin({ environment: authentications[0]?.environments[1] });
  await describeShop({ environments: ["/live"] });
  expect(await finish(state)).toMatch(/was changed while you signed in/);
  expect(listCalled()).toEqual([]);
});

test("nothing is stored when the method was removed while the confirmation was shown", async () => {
  const { page, state } = await comeBack(server, issued);
  await describeShop({ key: "login" });
  expect(await (await submitPage(server, page, "confirm")).text()).toMatch(/was changed while you signed in/);
  const path = `/v1/connections/SignInResult?state=${state}`;
  expect(await server.call("GET", path)).toMatchObject({ status: "failed" });
});

test("a connection whose method was removed can be renewed", async () => {
  const connectionId = await signIn(server, issued);
  const state = await begin({ connectionId });
  await describeShop({ key: "login" });
  const { rows } = await server.database.pool.query("select 1 from authentication_method where is_removed");
  expect(rows).toHaveLength(1);
  expect(await finish(state)).toMatch(/Renew access/);
});

test("a code goes to the token endpoint that the application has by now, on the same origin", async () => {
  const state = await begin();
  await describeShop({ tokenPath: "/new-token" });
  await finish(state);
  expect(listCalled()).toContain("/new-token");
  expect(listCalled()).not.toContain("/token");
});

test("the code of a built-in application goes to the server that the operator moved it to", async () => {
  await describeShop({ url: "https://shop.example" });
  await server.database.pool.query(
    "update application set company_id = null, presentation = presentation || $1 where slug = 'shop'",
    [JSON.stringify({ baseUrl: server.provider.url })],
  );
  server.deps.catalog.forgetAll();
  try {
    expect(await signIn(server, issued)).toEqual(expect.any(Number));
    expect(listCalled()).toContain("/token");
  } finally {
    await server.database.pool.query(
      `update application set presentation = presentation - 'baseUrl',
        company_id = (select company_id from company limit 1) where slug = 'shop'`,
    );
    server.deps.catalog.forgetAll();
  }
});
