import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { respondWithJson } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";

let server: TestServer;
let path: string;
let state: string;
beforeAll(async () => {
  server = await openTestServer("https://bowline.example");
  await importGuarded(server.provider.url);
});
afterAll(() => server?.close());

beforeEach(async () => {
  server.provider.on("/me", respondWithJson(200, { login: "ada" }));
  const body = { applicationSlug: "guarded" };
  const link = await server.call<{ connectUrl: string; state: string }>(
    "POST",
    "/v1/connections/ConnectLink",
    body,
  );
  path = new URL(link.connectUrl).pathname;
  state = link.state;
});

/** An application with a key, a client certificate, and no credentials at all. */
const importGuarded = (url: string) =>
  server.call("POST", "/v1/applications", {
    source: "openapi",
    slug: "guarded",
    document: {
      openapi: "3.1.0",
      info: { title: "Guarded", version: "1" },
      servers: [{ url }],
      components: {
        securitySchemes: {
          key: {
            type: "apiKey",
            in: "header",
            name: "x-key",
            description: "Create it at https://keys.acme.com/new.",
          },
          tls: { type: "mutualTLS" },
        },
      },
      security: [{ key: [] }, { tls: [] }],
      "x-bowline-test": { operation: "me", labelPath: "/login" },
      paths: { "/me": { get: { operationId: "me", responses: { 200: { description: "OK" } } } } },
    },
  });

const read = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";

async function openForm(query = ""): Promise<{ html: string; cookie: string }> {
  const page = await server.request(path + query);
  return { html: await page.text(), cookie: page.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

const send = ({ html, cookie }: { html: string; cookie: string }, fields: Record<string, string>) =>
  server.request(path, {
    method: "POST",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      token: read(html, "token"),
      method: read(html, "method"),
      decision: "connect",
      ...fields,
    }).toString(),
  });

const readResult = () => server.call("GET", `/v1/connections/SignInResult?state=${state}`);
const setLink = (change: string) =>
  server.database.pool.query(`update connect_link set ${change} where status = 'open'`);

test("an expired link shows a plain page, and its result says so", async () => {
  const form = await openForm();
  await setLink("expires_date = now() - interval '1 second'");
  const page = await server.request(path);
  expect(page.status).toBe(410);
  expect(await page.text()).not.toContain("Guarded");
  expect((await send(form, { "fields.apiKey": "key-canary" })).status).toBe(410);
  expect(await readResult()).toMatchObject({ status: "expired", connectionId: null });
});

test("the database contains neither the link's token nor its state", async () => {
  const { rows } = await server.database.pool.query("select l::text as row from connect_link l");
  const text = rows.map(({ row }) => row).join("\n");
  for (const secret of [path.split("/").at(-1) ?? "", state]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString("hex"));
  }
});

test("a claim of a server that died ends by itself, and its late result is not stored", async () => {
  const form = await openForm();
  await setLink("claim = gen_random_uuid(), claimed_until = now() + interval '1 minute'");
  const busy = await send(form, { "fields.apiKey": "key-canary" });
  expect(busy.status).toBe(409);
  expect(busy.headers.get("refresh")).toBe("2; url=?wait=1");
  expect((await server.request(`${path}?wait=1`)).status).toBe(409);
  await setLink("claimed_until = now() - interval '1 second'");
  expect((await server.request(`${path}?wait=1`)).status).toBe(200);

  // While the credentials are tried, another request takes the link over.
  server.provider.on("/me", (received, response) => {
    void setLink("claim = gen_random_uuid()").then(() =>
      respondWithJson(200, { login: "ada" })(received, response),
    );
  });
  expect((await send(form, { "fields.apiKey": "key-canary" })).status).not.toBe(200);
  const { items } = await server.call<{ items: unknown[] }>("GET", "/v1/connections?applicationSlug=guarded");
  expect(items).toEqual([]);
});

test("a form that named other hosts is shown again before anything is sent", async () => {
  const form = await openForm();
  await server.call("PATCH", "/v1/applications/guarded", { baseUrl: "http://127.0.0.1:9" });
  server.provider.received.length = 0;
  const page = await send(form, { "fields.apiKey": "key-canary" });
  expect(page.status).toBe(403);
  expect(await page.text()).not.toContain("key-canary");
  expect(server.provider.received).toEqual([]);
  await server.call("PATCH", "/v1/applications/guarded", { baseUrl: "" });
  expect((await send(form, { "fields.apiKey": "key-canary" })).status).toBe(200);
});

test("an address in a description is a link that opens beside the form (decisions D79a)", async () => {
  const { html } = await openForm();
  expect(html).toContain(
    '<a href="https://keys.acme.com/new" target="_blank" rel="noreferrer">https://keys.acme.com/new</a>.',
  );
});

test("a certificate is typed into a text area and keeps its lines", async () => {
  const { html } = await openForm();
  const [, tls = ""] = /href="(\?method=\d+)">Client certificate/.exec(html) ?? [];
  const form = await openForm(tls);
  expect(form.html).toMatch(/<textarea id="[^"]+" name="fields.privateKey"/);
  expect(form.html).toMatch(/<input id="[^"]+" name="fields.passphrase"[^>]*type="password"/);
  const pem = (label: string) => `-----BEGIN ${label}-----\r\nAAAA\r\n-----END ${label}-----\r\n`;
  const page = await send(form, {
    "fields.certificate": pem("CERTIFICATE"),
    "fields.privateKey": pem("PRIVATE KEY"),
  });
  // The application takes no such certificate, but its form is right.
  expect(await page.text()).not.toContain("Must be PEM text");
});

test("a certificate that is no secret is typed into a text area, too", async () => {
  const body = { source: "sql", slug: "shop-database", dialect: "postgresql" };
  await server.call("POST", "/v1/applications", body);
  const link = await server.call<{ connectUrl: string }>("POST", "/v1/connections/ConnectLink", {
    applicationSlug: "shop-database",
  });
  const page = await server.request(new URL(link.connectUrl).pathname);
  expect(await page.text()).toMatch(/<textarea id="[^"]+" name="fields.caCertificate"/);
});

test("a fault of the server gives the link back", async () => {
  const form = await openForm();
  await server.database.pool.query(
    "alter table connection add constraint broken check (name <> 'Guarded') not valid",
  );
  try {
    expect((await send(form, { "fields.apiKey": "key-canary" })).status).toBe(500);
  } finally {
    await server.database.pool.query("alter table connection drop constraint broken");
  }
  expect((await send(form, { "fields.apiKey": "key-canary" })).status).toBe(200);
  expect(await readResult()).toMatchObject({ status: "confirmed" });
});
