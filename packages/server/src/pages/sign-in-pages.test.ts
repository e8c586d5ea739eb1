import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { respondWithJson } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { comeBack, signIn, submitPage } from "../../testing/sign-in.ts";
import { startSession } from "../identity/start-session.ts";

const issued = { access_token: "access-canary", refresh_token: "refresh-canary", expires_in: 3600 };
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("https://bowline.example");
});
afterAll(() => server?.close());

describe("the confirmation page", () => {
  test("is bound to the browser by a cookie of exactly this host", async () => {
    const { page } = await comeBack(server, issued);
    expect(page.status).toBe(200);
    const cookie = page.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^__Host-bowline-sign-in=[\w-]{43};/);
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) {
      expect(cookie).toContain(attribute);
    }
    expect(cookie).not.toContain("Domain");
  });

  test("distinguishes a person from a service member of the same name, and names account, scopes and hosts", async () => {
    const kinds = { person: "A person at", service: "A service member of" };
    for (const [kind, words] of Object.entries(kinds)) {
      await server.database.pool.query("update account_user set kind = $1", [kind]);
      const { page } = await comeBack(server, issued);
      const text = await page.text();
      expect(text).toContain(words);
      for (const part of [
        "admin@localhost",
        "My company",
        "ada",
        "Shop",
        "Read",
        new URL(server.provider.url).host,
      ]) {
        expect(text).toContain(part);
      }
    }
    await server.database.pool.query("update account_user set kind = 'person'");
  });

  test("shows no text of others that hides or turns what is around it", async () => {
    const connectionId = await signIn(server, issued);
    const { pool } = server.database;
    await pool.query("update connection set name = 'Mine\u202e', account_label = 'grace\u2066'");
    await pool.query("update user_profile set full_name = 'Robin\u202e\u200bExample'");
    const { page } = await comeBack(server, issued, { connectionId });
    const asked = await page.clone().text();
    expect(asked).toContain("programs of Robin Example can then act");
    const done = await (await submitPage(server, page, "confirm")).text();
    expect(done).toContain("Robin Example");
    for (const html of [asked, done]) {
      expect(html).not.toMatch(/\p{Cf}/u);
    }
    await pool.query("update connection set name = 'Mine'");
    await pool.query("update user_profile set full_name = 'Admin'");
  });

  test("warns when a connection would get another account", async () => {
    const connectionId = await signIn(server, issued);
    const same = await comeBack(server, issued, { connectionId });
    expect(await same.page.text()).not.toContain("Another account");
    await server.database.pool.query("update connection set account_label = 'grace'");
    const other = await comeBack(server, issued, { connectionId });
    expect(await other.page.text()).toMatch(/Another account:.*grace/s);
  });

  test("allows no style, script or image but its own", async () => {
    const { page } = await comeBack(server, issued);
    const policy = page.headers.get("content-security-policy") ?? "";
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(await page.text()) ?? [];
    expect(policy).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
  });

  test("has an icon for the browser's tab, and so has every other address", async () => {
    const { page } = await comeBack(server, issued);
    expect(page.headers.get("content-security-policy")).toContain("img-src 'self' data:;");
    const [, icon = ""] =
      /<link rel="icon" href="data:image\/svg\+xml,([^"]*)"/.exec(await page.text()) ?? [];
    const response = await server.request("/favicon.ico");
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(decodeURIComponent(icon)).toBe(await response.text());
    const consolePage = await readFile(new URL("../../../console/index.html", import.meta.url), "utf8");
    expect(consolePage).toContain(`href="data:image/svg+xml,${icon}"`);
  });

  test("escapes the account name that the provider returns", async () => {
    server.provider.on("/token", respondWithJson(200, issued));
    const { state } = await server.call<{ state: string }>("POST", "/v1/connections/GetSignInUrl", {
      applicationSlug: "shop",
    });
    server.provider.on("/me", respondWithJson(200, { login: "<img src=x>" }));
    const page = await server.request(`/oauth/callback?code=c&state=${state}`);
    const html = await page.text();
    expect(html).not.toContain("<img src=x");
    expect(html).toContain("&lt;img src=x&gt;");
  });

  test("works for two sign-ins of one browser at once", async () => {
    const first = await comeBack(server, issued);
    const second = await comeBack(server, issued);
    expect((await submitPage(server, second.page, "confirm")).status).toBe(200);
    expect((await submitPage(server, first.page, "confirm")).status).toBe(200);
  });

  test("revokes the issued tokens when the person refuses", async () => {
    const { page } = await comeBack(server, issued);
    server.provider.received.length = 0;
    const end = await submitPage(server, page, "refuse");
    expect(await end.text()).toContain("the access was revoked");
    const revoked = server.provider.received.map(({ body }) =>
      new URLSearchParams(body.toString()).get("token"),
    );
    expect(revoked).toEqual(["refresh-canary", "access-canary"]);
  });
});

describe("a browser with a session", () => {
  const callBack = async (accountUserId: number, wanted: object = {}) => {
    server.provider.on("/token", respondWithJson(200, issued));
    server.provider.on("/me", respondWithJson(200, { login: "ada" }));
    const { state } = await server.call<{ state: string }>("POST", "/v1/connections/GetSignInUrl", {
      applicationSlug: "shop",
      ...wanted,
    });
    const session = await startSession(server.deps.db.kysely, Date.now(), [accountUserId], null);
    const page = await server.request(`/oauth/callback?code=c&state=${state}`, {
      headers: { cookie: `__Host-bowline-session=${session}` },
    });
    const result = await server.call<{ status: string; connectionId: number | null }>(
      "GET",
      `/v1/connections/SignInResult?state=${state}`,
    );
    return { text: await page.text(), ...result };
  };
  const findAdmin = async (): Promise<number> => {
    const { rows } = await server.database.pool.query(
      "select account_user_id as id from account_user limit 1",
    );
    return rows[0].id;
  };

  test("of the receiver is not asked", async () => {
    const { text, status, connectionId } = await callBack(await findAdmin());
    expect(text).toContain("Connected");
    expect(status).toBe("confirmed");
    expect(connectionId).toBeGreaterThan(0);
  });

  test("of another member of the company is asked", async () => {
    const { accountUserId } = await server.call<{ accountUserId: number }>("POST", "/v1/members", {
      kind: "person",
      fullName: "Grace",
      email: "grace@example.com",
      role: "Admin",
    });
    const { text, status } = await callBack(accountUserId);
    expect(text).toContain("Give access to your");
    expect(status).not.toBe("confirmed");
  });

  test("is asked when the connection would get another account", async () => {
    const { connectionId } = await callBack(await findAdmin());
    await server.database.pool.query(
      "update connection set account_label = 'grace' where connection_id = $1",
      [connectionId],
    );
    const { text, status } = await callBack(await findAdmin(), { connectionId });
    expect(text).toMatch(/Another account:.*grace/s);
    expect(status).not.toBe("confirmed");
  });
});

test("a HEAD request does not use up the state", async () => {
  const { state } = await server.call<{ state: string }>("POST", "/v1/connections/GetSignInUrl", {
    applicationSlug: "shop",
  });
  const path = `/oauth/callback?code=c&state=${state}`;
  expect((await server.request(path, { method: "HEAD" })).status).toBe(404);
  expect((await server.request(path)).status).toBe(200);
});

test("the database contains no state, token or client secret in plain text", async () => {
  await signIn(server, issued);
  const { state } = await comeBack(server, issued);
  const tables = ["sign_in", "connection", "oauth_client"];
  const dumps = await Promise.all(
    tables.map((table) => server.database.pool.query(`select t::text as row from ${table} t`)),
  );
  const text = dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
  expect(text).toContain("client");
  for (const secret of [state, "access-canary", "refresh-canary", "client-secret-canary"]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString("hex"));
  }
});

test("a failed or confirmed sign-in keeps no tokens", async () => {
  await signIn(server, issued);
  const { rows } = await server.database.pool.query(
    "select count(*)::int as held from sign_in where status in ('confirmed', 'failed') and sealed_secrets is not null",
  );
  expect(rows).toEqual([{ held: 0 }]);
});
