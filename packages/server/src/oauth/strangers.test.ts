import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";

const base = "http://localhost:4400";
const redirectUri = "http://127.0.0.1:9/callback";
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";
let server: TestServer;
let clientId: string;
beforeAll(async () => {
  server = await openTestServer(base);
  clientId = await register(server);
});
afterAll(() => server.close());

async function register(at: TestServer): Promise<string> {
  const response = await at.request("/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", deviceGrant],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id: id } = (await response.json()) as { client_id: string };
  return id;
}

async function countRecords(model: string, at = server): Promise<number> {
  const { rows } = await at.database.pool.query(
    "select count(*)::int as count from oauth_artefact where model = $1",
    [model],
  );
  return rows[0].count;
}

const authorize = (state: string, at = server, id = clientId): Promise<Response> =>
  at.request(
    `/oauth/authorize?${new URLSearchParams({
      client_id: id,
      response_type: "code",
      redirect_uri: redirectUri,
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      state,
    })}`,
  );

const readCookies = (response: Response): string[] =>
  response.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(";")));

/** Opens the page that a response leads to, in a browser with these cookies. */
const follow = (response: Response, cookies: readonly string[]): Promise<Response> =>
  server.request(new URL(response.headers.get("location") ?? "", base).pathname, {
    headers: { cookie: cookies.join("; ") },
  });

test("authorization requests of strangers leave nothing in the database", async () => {
  for (const state of ["short", "x".repeat(3000), "y".repeat(14_000)]) {
    const responses = await Promise.all(Array.from({ length: 20 }, () => authorize(state)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([303]));
  }
  expect(await countRecords("Interaction")).toBe(0);
  expect(await countRecords("Session")).toBe(0);
});

test("a long request is kept in cookies that browsers keep, and one that is too long is refused", async () => {
  const accepted = await authorize("x".repeat(3000));
  expect(accepted.headers.get("location")).toContain("/oauth/interaction/");
  for (const line of accepted.headers.getSetCookie()) {
    expect(line.length).toBeLessThan(4096);
  }
  expect((await follow(accepted, readCookies(accepted))).headers.get("location")).toContain("/signin");

  const refused = new URL((await authorize("x".repeat(4096))).headers.get("location") ?? "");
  expect(refused.origin + refused.pathname).toBe(redirectUri);
  expect(refused.searchParams.get("error")).toBe("invalid_request");
  expect(refused.searchParams.get("error_description")).toContain("may have at most 4096 bytes together");
});

test("a request fits into the 4 KB that nginx takes of a response's headers, also when it cannot be compressed", async () => {
  const forms = Array.from({ length: 60 }, (_, id) => ({ id, next: "/settings/tools" }));
  for (const state of [randomBytes(1500).toString("base64url"), JSON.stringify(forms)]) {
    const response = await authorize(state);
    expect(response.headers.get("location")).toContain("/oauth/interaction/");
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`);
    expect(lines.join("").length, state).toBeLessThan(4000);
    expect((await follow(response, readCookies(response))).headers.get("location")).toContain("/signin");
  }
});

test("a request opens with the cookies of its browser alone, unchanged", async () => {
  const [own, other] = [await authorize("own"), await authorize("other")];
  const [kept = ""] = readCookies(own).filter((cookie) => cookie.startsWith("_interaction_request="));
  const isShown = async (cookies: string[]) => (await follow(own, cookies)).status === 303;
  expect(await isShown([kept])).toBe(true);
  expect(await isShown([])).toBe(false);
  expect(await isShown(readCookies(other))).toBe(false);
  const changed = kept.slice(0, 60) + (kept[60] === "A" ? "B" : "A") + kept.slice(61);
  for (const cookie of [changed, kept.slice(0, -10), "_interaction_request=", "_interaction_request=%00"]) {
    expect(await isShown([cookie]), cookie).toBe(false);
  }
});

test("behind https and a path, the cookies of a request are for that path and for https alone", async () => {
  const behind = await openTestServer("https://bowline.example/tools");
  const response = await authorize("short", behind, await register(behind));
  const location = response.headers.get("location") ?? "";
  expect(location).toMatch(/^\/tools\/oauth\/interaction\//);
  const [line = ""] = response.headers
    .getSetCookie()
    .filter((each) => each.startsWith("_interaction_request="));
  expect(line.split("; ").slice(1)).toEqual(
    expect.arrayContaining([`path=${location}`, "samesite=lax", "secure", "httponly"]),
  );
  await behind.close();
});

test("pages for the codes of devices leave nothing in the database", async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => server.request("/oauth/device")));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await countRecords("Session")).toBe(0);
});

test("the code of a device is stored with the hash of its network address, and with nothing else of the request", async () => {
  const ask = (parameters: Record<string, string>) =>
    server.request("/oauth/device_authorization", {
      method: "POST",
      headers: { "user-agent": "a".repeat(10_000) },
      body: new URLSearchParams({ client_id: clientId, ...parameters }),
    });
  expect((await ask({})).status).toBe(200);
  const { rows } = await server.database.pool.query(
    "select network_hash, length(payload) as length from oauth_artefact where model = 'DeviceCode'",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].network_hash).toHaveLength(32);
  expect(rows[0].length).toBeLessThan(2000);
  const long = await ask({ login_hint: "x".repeat(4096) });
  expect(long.status).toBe(400);
  expect(await long.json()).toMatchObject({ error: "invalid_request" });
});

test("the codes of devices that wait for a person are bounded, and nobody is refused", async () => {
  const full = await openTestServer(base);
  await full.database.pool.query(
    `insert into oauth_artefact (model, id_hash, payload, expires_date)
     select 'DeviceCode', int4send(i), '{}', now() + interval '1 minute' from generate_series(1, 20000) i`,
  );
  const response = await full.request("/oauth/device_authorization", {
    method: "POST",
    body: new URLSearchParams({ client_id: await register(full) }),
  });
  expect(response.status).toBe(200);
  expect(await countRecords("DeviceCode", full)).toBeLessThan(20_000);
  await full.close();
});

test("clients that one network registers leave room for those of others", async () => {
  const full = await openTestServer(base);
  await full.database.pool.query(
    `insert into registered_client (client_id, name, metadata, network_hash)
     select 'flood-' || i, 'x', '{}', 'flood' from generate_series(1, 10000) i`,
  );
  expect(await register(full)).toMatch(/./);
  const { rows } = await full.database.pool.query(
    "select count(*)::int as count, count(distinct network_hash)::int as networks from registered_client",
  );
  expect(rows).toEqual([{ count: 10_000, networks: 2 }]);
  await full.close();
});

test("for one network address so many documents of clients are read in an hour", async () => {
  const limited = await openTestServer(base, { BOWLINE_RATE_REGISTRATION: "6" });
  const name = async (id: string): Promise<string> => {
    const response = await limited.request(
      `/oauth/authorize?${new URLSearchParams({ client_id: id, response_type: "code" })}`,
    );
    return /<main>(.*)<\/main>/s.exec(await response.text())?.[1] ?? "";
  };
  expect(await name("https://127.0.0.1:9/first")).toContain("document fetch failed");
  // The library may read one more than once.
  for (let read = 0; read < 6; read++) {
    await name(`https://127.0.0.1:9/${read}`);
  }
  expect(await name("https://127.0.0.1:9/last")).toContain(
    "too many programs were looked up for this network",
  );
  await limited.close();
});
