import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import { startSession } from "../../identity/start-session.ts";

const redirectUri = "http://127.0.0.1:9/callback";
let server: TestServer;
let clientId: string;
beforeAll(async () => {
  server = await openTestServer("http://localhost");
  const response = await server.request("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [redirectUri], token_endpoint_auth_method: "none" }),
  });
  clientId = ((await response.json()) as { client_id: string }).client_id;
});
afterAll(() => server?.close());

/** A consent page that is open in a person's browser. */
interface OpenPage {
  path: string;
  cookie: string;
  html: string;
}

/** Opens a request as the Admin. */
async function openConsent(parameters: Record<string, string> = {}): Promise<OpenPage> {
  const { rows } = await server.database.pool.query("select min(account_user_id) as id from account_user");
  return openConsentOf(rows[0].id, parameters);
}

async function openConsentOf(
  accountUserId: number,
  parameters: Record<string, string> = {},
): Promise<OpenPage> {
  const session = await startSession(server.deps.db.kysely, Date.now(), [accountUserId], null);
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    ...parameters,
  });
  const begun = await server.request(`/oauth/authorize?${query}`);
  const kept = begun.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(";")));
  const cookie = [...kept, `bowline-session=${session}`].join("; ");
  const path = new URL(begun.headers.get("location") ?? "", "http://localhost").pathname;
  const page = await server.request(path, { headers: { cookie } });
  return { path, cookie, html: await page.text() };
}

function allow({ path, cookie, html }: OpenPage, choice: Record<string, string>): Promise<Response> {
  const read = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const form = { formToken: read("formToken"), scopes: read("scopes"), decision: "allow", ...choice };
  return server.request(path, { method: "POST", headers: { cookie }, body: new URLSearchParams(form) });
}

async function makeToolset(): Promise<string> {
  const body = { name: "Ada's", connections: [] };
  return (await server.call<{ toolsetId: string }>("POST", "/v1/toolsets", body)).toolsetId;
}

/** Begins to delete a row, and goes through with it when `request` waits for that to store a grant. */
async function deleteDuring(
  table: "toolset" | "account_user",
  id: string | number,
  request: () => Promise<Response>,
): Promise<Response> {
  const { pool } = server.database;
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(`delete from ${table} where ${table}_id = $1`, [id]);
    const response = request();
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await client.query("commit");
    return await response;
  } finally {
    client.release();
  }
}

test("a toolset that is deleted while its grant is stored is chosen anew", async () => {
  const toolsetId = await makeToolset();
  const page = await openConsent();
  const response = await deleteDuring("toolset", toolsetId, () =>
    allow(page, { toolsetId, readOnly: "true" }),
  );
  const again = await response.text();
  expect(response.status, again).toBe(409);
  expect(again).toContain("The toolset that you chose is not there any more. Choose again.");
  expect(again).toContain('name="readOnly" value="true" checked');
  expect(again).not.toContain(toolsetId);
  // Nothing wider is chosen in its place.
  expect(again).toMatch(/name="toolsetId" value="" required/);
  expect(again).not.toMatch(/name="toolsetId"[^>]* checked/);
});

test("what was chosen is kept when the page is shown again because the role has changed", async () => {
  const member = { kind: "person", fullName: "Kim", email: "kim@example.com", role: "Admin" };
  const { accountUserId } = await server.call<{ accountUserId: number }>("POST", "/v1/members", member);
  const toolsetId = await makeToolset();
  const give = "update toolset set account_user_id = $1 where toolset_id = $2";
  await server.database.pool.query(give, [accountUserId, toolsetId]);
  const page = await openConsentOf(accountUserId, { scope: "tools:read admin" });
  await server.call("PATCH", `/v1/members/${accountUserId}`, { role: "Member" });
  const response = await allow(page, { toolsetId, resource: "/mcp" });
  const again = await response.text();
  expect(response.status, again).toBe(409);
  const checked = [...again.matchAll(/name="(\w+)" value="([^"]*)" required checked/g)];
  expect(checked.map(([, name, value]) => [name, value])).toEqual([
    ["resource", "/mcp"],
    ["toolsetId", toolsetId],
  ]);
});

test("screen readers are told what each group of choices is about", async () => {
  const { html } = await openConsent();
  const groups = [...html.matchAll(/role="radiogroup" aria-labelledby="(\w+)"/g)].map(([, id]) => id);
  expect(groups).toHaveLength(2);
  for (const id of groups) {
    expect(html).toContain(`<p class="wide" id="${id}">`);
  }
});

test("a request for a toolset that is deleted while its grant is stored is over", async () => {
  const toolsetId = await makeToolset();
  const page = await openConsent({ resource: `http://localhost/mcp/${toolsetId}` });
  const response = await deleteDuring("toolset", toolsetId, () => allow(page, {}));
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("does not exist, was deleted, or belongs to somebody else");
});

test("a person who is removed while a grant is stored has to sign in", async () => {
  const member = { kind: "person", fullName: "Robin", email: "robin@example.com", role: "Member" };
  const { accountUserId } = await server.call<{ accountUserId: number }>("POST", "/v1/members", member);
  const page = await openConsentOf(accountUserId);
  const response = await deleteDuring("account_user", accountUserId, () => allow(page, {}));
  expect(response.status).toBe(303);
  const next = await server.request(response.headers.get("location") ?? "", {
    headers: { cookie: page.cookie },
  });
  expect(next.headers.get("location")).toMatch(/^\/signin\?/);
});

test("a form that is sent twice gives one grant, as it was sent last", async () => {
  const page = await openConsent();
  const [first, second] = [await allow(page, { readOnly: "true" }), await allow(page, {})];
  expect([first.status, second.status]).toEqual([303, 303]);
  const { rows } = await server.database.pool.query("select is_read_only from oauth_grant");
  expect(rows).toEqual([{ is_read_only: false }]);
});
