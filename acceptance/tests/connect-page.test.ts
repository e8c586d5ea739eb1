import { request as sendRequest } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createFormBrowser, type FormBrowser } from "../oauth/support/form-browser.ts";
import type { Page } from "../oauth/support/page.ts";
import { type Actor, hireActor, nobody, theAdmin } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { type ApiResponse, refuse, succeed } from "../support/caller.ts";
import {
  type ConnectLink,
  importKeyedApi,
  type KeyedApi,
  keyScheme,
  listOwn,
  loginScheme,
  makeLink,
  readResult,
  startKeyedApi,
} from "../support/connect-links.ts";
import { proves } from "../support/proves.ts";
import type { Application, JsonObject } from "../support/records.ts";
import { findSecret, plantSecret } from "../support/secrets.ts";

let api: KeyedApi;
let application: Application;
let caller: Actor;
let other: Actor;

beforeAll(async () => {
  api = await startKeyedApi();
  application = await importKeyedApi(theAdmin(), api, { ...keyScheme, ...loginScheme });
  [caller, other] = await Promise.all([hireActor(), hireActor()]);
});
afterAll(() => api?.stop());

const keyMethod = () =>
  application.authentications.find(({ type }) => type === "apiKey")?.authenticationId ?? 0;
const loginMethod = () =>
  application.authentications.find(({ type }) => type === "basic")?.authenticationId ?? 0;
const keyField = () =>
  application.authentications.find(({ type }) => type === "apiKey")?.fields[0]?.fieldName ?? "";
const keyInput = () => `fields.${keyField()}`;

function newKey(): string {
  const key = plantSecret("key");
  api.accepted.add(key);
  return key;
}

/** Opens a link, in a new browser unless one is given. */
async function openPage(
  link: ConnectLink,
  browser: FormBrowser = createFormBrowser(),
): Promise<{ browser: FormBrowser; page: Page }> {
  const page = await browser.open(link.connectUrl);
  expect(findSecret(page.html)).toBeNull();
  return { browser, page };
}

async function pressConnect(browser: FormBrowser, page: Page, values: Record<string, string>): Promise<Page> {
  const next = await browser.press(page, /connect/i, values);
  expect(findSecret(next.html)).toBeNull();
  return next;
}

const makeOwn = (more: JsonObject = {}) => makeLink(caller, application, more);
const pending = { status: "pending", connectionId: null, name: null, error: null };

async function expectUnused(link: ConnectLink): Promise<void> {
  expect(await readResult(caller, link)).toEqual(pending);
  expect((await openPage(link)).page.status).toBe(200);
}

/** A page that tells nothing about the link. */
function expectClosed(page: Page, status: number, link?: ConnectLink): void {
  expect(page.status).toBe(status);
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  expect(page.forms).toEqual([]);
  for (const text of [application.name, caller.fullName, caller.email, link?.state ?? "no state"]) {
    expect(page.html).not.toContain(text);
  }
}

describe("the page of a connect link", () => {
  test("names the application, the receiver and the hosts", proves("connect-page.receiver"), async () => {
    const { page } = await openPage(await makeOwn({ name: "The pets of Ada" }));
    expect(page.status).toBe(200);
    const { body } = await caller.get("/v1/auth/whoami");
    for (const text of [
      application.name,
      caller.fullName,
      caller.email,
      (body as { currentCompany: string }).currentCompany,
      "service member",
      "The pets of Ada",
      new URL(api.origin).host,
    ]) {
      expect(page.text).toContain(text);
    }
  });

  test("shows the application's icon", proves("confirm-page.icon"), async () => {
    const { page } = await openPage(await makeOwn());
    const [, address = ""] = /<img[^>]* src="([^"]+)"/.exec(page.html) ?? [];
    const icon = new URL(address, page.url);
    expect(icon.pathname).toMatch(new RegExp(`/icons/${application.slug}\\.svg$`));
    const response = await fetch(icon);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
  });

  test("offers each method with its own fields", proves("connect-page.choice"), async () => {
    const link = await makeOwn();
    const { browser, page } = await openPage(link);
    const [key, login] = application.authentications;
    expect(page.links.map(({ text }) => text)).toEqual([key?.name, login?.name]);
    expect(page.text).toContain("Find it under Settings .");
    expect(page.html).toMatch(
      new RegExp(`<label for="field-0">[^<]*</label>(.|\\n)*name="${keyInput()}"[^>]*type="password"`),
    );
    const second = await browser.open(page.links[1]?.href ?? "");
    const names = second.forms[0]?.values.map(([name]) => name);
    expect(names).toEqual(["token", "method", "fields.username", "fields.password"]);
    expect(second.html).toMatch(/name="fields.password"[^>]*type="password"/);
    expect(second.html).toMatch(/name="fields.username"[^>]*type="text"/);
    const { page: only } = await openPage(await makeOwn({ authenticationId: loginMethod() }));
    expect(only.links).toEqual([]);
    expect(only.html).toContain("fields.username");
  });

  test("lets the person choose an environment", proves("connect-page.choice"), async () => {
    const servers = ["Production", "Sandbox"].map((description) => ({
      url: `${api.origin}${description === "Sandbox" ? "/sandbox" : ""}`,
      description,
    }));
    const two = await importKeyedApi(theAdmin(), api, keyScheme, { servers });
    const environments = two.authentications[0]?.environments ?? [];
    expect(environments).toHaveLength(2);
    const { browser, page } = await openPage(await makeLink(caller, two));
    for (const name of environments) {
      expect(page.html).toContain(`<option value="${name}"`);
    }
    const [form] = page.forms;
    const values = { ...Object.fromEntries(form?.values ?? []), decision: "connect" };
    const chosen = { [keyInput()]: newKey(), environment: environments[1] ?? "" };
    expect((await browser.send(page, { ...values, ...chosen })).status).toBe(200);
    expect(await listOwn(caller, two)).toMatchObject([{ environment: environments[1] }]);
    const { page: fixed } = await openPage(await makeLink(caller, two, { environment: environments[0] }));
    expect(fixed.html).not.toContain("<select");
  });

  test("stores what is typed, once", proves("connect-page.stored", "connect-page.single-use"), async () => {
    const link = await makeOwn({ name: "By link", isDefault: true, authenticationId: keyMethod() });
    const { browser, page } = await openPage(link);
    const sent = newKey();
    const done = await pressConnect(browser, page, { [keyInput()]: sent });
    expect(done.status).toBe(200);
    expect(done.text).toContain("Connected");
    const result = await readResult(caller, link);
    expect(result).toMatchObject({ status: "confirmed", name: "By link", error: null });
    const [connection] = await listOwn(caller, application);
    expect(connection).toMatchObject({
      connectionId: result.connectionId,
      name: "By link",
      isDefault: true,
      accountLabel: "ada",
      authenticationId: keyMethod(),
      status: "active",
    });
    expect(await listOwn(other, application)).toEqual([]);
    await refuse(other.get(`/v1/connections/${connection?.connectionId}`), "FORBIDDEN");
    const tool = `${application.slug.replaceAll("-", "_")}_me`;
    expect(await execute(caller, tool)).toMatchObject({ isSuccess: true });
    expect(api.arrived.at(-1)).toBe(sent);
    await refuse(other.post(`/v1/tools/${tool}/execute`, {}), "NO_DEFAULT_CONNECTION");

    const again = await pressConnect(browser, page, { [keyInput()]: newKey() });
    expectClosed(again, 410, link);
    const opened = await browser.open(link.connectUrl);
    expectClosed(opened, 410, link);
    // The response may have been lost, and a second link would connect twice.
    for (const own of [again, opened]) {
      expect(own.text).toContain("You have connected with it, in this browser.");
    }
    const elsewhere = await createFormBrowser().open(link.connectUrl);
    expectClosed(elsewhere, 410, link);
    expect(elsewhere.text).toContain("unknown, was already used or refused");
    // A double click's second response asks for the result there, in the same browser.
    expect((await browser.open(`${link.connectUrl}?wait=1`)).text).toContain("can use the connection now");
    expectClosed(await createFormBrowser().open(`${link.connectUrl}?wait=1`), 410, link);
    expect(await listOwn(caller, application)).toHaveLength(1);
  });

  test(
    "makes a connection the default only when it is ticked or wanted",
    proves("connect-page.stored"),
    async () => {
      const pets = await importKeyedApi(theAdmin(), api);
      const connect = async (more: JsonObject, ticked: boolean) => {
        const link = await makeLink(caller, pets, more);
        const { browser, page } = await openPage(link);
        const values = { ...Object.fromEntries(page.forms[0]?.values ?? []), [keyInput()]: newKey() };
        const sent = { ...values, decision: "connect", ...(ticked && { isDefault: "true" }) };
        expect((await browser.send(page, sent)).status).toBe(200);
        const { connectionId } = await readResult(caller, link);
        const found = (await listOwn(caller, pets)).find((each) => each.connectionId === connectionId);
        return found?.isDefault;
      };
      expect(await connect({}, false)).toBe(false);
      expect(await connect({}, true)).toBe(true);
      expect(await connect({ isDefault: false }, true)).toBe(false);
      expect(await connect({ isDefault: true }, false)).toBe(true);
    },
  );

  test(
    "shows a problem at its field, and keeps the link",
    proves("connect-page.same-rules", "connect-page.nothing-returned"),
    async () => {
      const link = await makeOwn({ authenticationId: loginMethod() });
      const { browser, page } = await openPage(link);
      const values = { "fields.username": "", "fields.password": plantSecret("password") };
      const wrong = await pressConnect(browser, page, values);
      expect(wrong.status).toBe(400);
      expect(wrong.html).toMatch(/name="fields\.username"[^>]*aria-invalid="true"/);
      expect(wrong.text).toContain("Is required.");
      expect(wrong.html).not.toMatch(/type="password"[^>]*value=/);
      await expectUnused(link);
    },
  );

  test(
    "shows the application's refusal at the field, and nothing that was typed",
    proves("connect-page.refusal", "connect-page.nothing-returned"),
    async () => {
      const link = await makeOwn({ authenticationId: keyMethod() });
      const { browser, page } = await openPage(link);
      const before = (await listOwn(caller, application)).length;
      const refused = await pressConnect(browser, page, { [keyInput()]: plantSecret("wrong") });
      expect(refused.status).toBe(400);
      expect(refused.html).toMatch(/class="issue"[^>]*>[^<]*Not this one: \*\*\*/);
      expect(await listOwn(caller, application)).toHaveLength(before);

      const both = await makeOwn({ authenticationId: loginMethod() });
      const second = await openPage(both);
      const typed = { "fields.username": "ada-typed-this", "fields.password": plantSecret("wrong") };
      const refusedToo = await pressConnect(second.browser, second.page, typed);
      expect(refusedToo.status).toBe(400);
      expect(refusedToo.html).toContain('value="ada-typed-this"');

      const done = await pressConnect(browser, refused, { [keyInput()]: newKey() });
      expect(done.status).toBe(200);
      expect(await readResult(caller, link)).toMatchObject({ status: "confirmed" });
    },
  );

  test("says when a sign-in is not set up", proves("connect-page.not-set-up"), async () => {
    const flow = { authorizationUrl: `${api.origin}/a`, tokenUrl: `${api.origin}/t`, scopes: {} };
    const signIn = { type: "oauth2", flows: { authorizationCode: flow } };
    const silent = { type: "openIdConnect", openIdConnectUrl: `${api.origin}/silent` };
    const pets = await importKeyedApi(theAdmin(), api, { signIn, silent });
    const [method] = pets.authentications.filter(({ lacksOAuthClient }) => lacksOAuthClient);
    const shared = await makeLink(caller, pets);
    const { browser, page } = await openPage(shared);
    expect(page.html).not.toContain(`value="${method?.authenticationId}"`);
    const refused = await browser.press(page, /sign in/i);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("does not work at present");
    expect(refused.text).not.toContain("/v1/");
    await expectUnused(shared);

    const authenticationId = method?.authenticationId;
    const link = await makeLink(caller, pets, { authenticationId });
    const closed = (await openPage(link)).page;
    expect(closed.status).toBe(409);
    expect(closed.text).toContain("Signing in at Keyed API is not set up yet");
    expect(closed.text).not.toContain("/v1/");
    const path = `/v1/applications/${pets.slug}/authentications/${authenticationId}/client`;
    await succeed(theAdmin().put(path, { clientId: "one", clientSecret: plantSecret("client") }));
    await expectUnused(link);
  });

  test("gives one connection to several requests at once", proves("connect-page.concurrent"), async () => {
    api.delayMs = 300;
    try {
      const pets = await importKeyedApi(theAdmin(), api);
      const link = await makeLink(caller, pets);
      const { browser, page } = await openPage(link);
      const { browser: second, page: secondPage } = await openPage(link);
      const pages = await Promise.all(
        [browser, browser, second, second].map((each) =>
          pressConnect(each, each === browser ? page : secondPage, { [keyInput()]: newKey() }),
        ),
      );
      expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      expect(await listOwn(caller, pets)).toHaveLength(1);
      expect(await readResult(caller, link)).toMatchObject({ status: "confirmed" });
    } finally {
      api.delayMs = 0;
    }
  });

  test("is opened as often as one likes", proves("connect-page.opened"), async () => {
    const link = await makeOwn();
    for (let count = 0; count < 3; count++) {
      expect((await fetch(link.connectUrl, { method: "HEAD" })).status).toBe(200);
      await openPage(link);
    }
    await expectUnused(link);
  });

  test("can be refused", proves("connect-page.refused"), async () => {
    const link = await makeOwn();
    const { browser, page } = await openPage(link);
    const before = (await listOwn(caller, application)).length;
    const end = await browser.press(page, /refuse/i);
    expect(end.status).toBe(200);
    expect(end.text).toContain("Nothing was stored");
    expect(await readResult(caller, link)).toMatchObject({ status: "failed", connectionId: null });
    expectClosed(await pressConnect(browser, page, { [keyInput()]: newKey() }), 410, link);
    expect(await listOwn(caller, application)).toHaveLength(before);
  });

  test(
    "may not be framed, stored or sniffed",
    proves("connect-page.headers", "connect-page.return-declared"),
    async () => {
      const { page } = await openPage(await makeOwn());
      const policy = page.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self';");
      expect(policy).not.toContain("unsafe");
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("x-content-type-options")).toBe("nosniff");
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
      expect(page.html).not.toContain("<script");
    },
  );
});

describe("a link that does not work", () => {
  test("is a plain page when nobody made it", proves("connect-page.unknown"), async () => {
    const { origin } = new URL((await makeOwn()).connectUrl);
    for (const token of ["x".repeat(43), "short", "%00", "..%2f..%2fv1", "x".repeat(5000)]) {
      const page = await createFormBrowser().open(`${origin}/connect/${token}`);
      expectClosed(page, 404);
      expect(page.headers.getSetCookie()).toEqual([]);
      const sent = await fetch(`${origin}/connect/${token}`, { method: "POST", body: "decision=connect" });
      expect(sent.status).toBe(404);
      await sent.text();
    }
  });

  test("is not opened by its state", proves("connect-page.unknown"), async () => {
    const link = await makeOwn();
    const { origin } = new URL(link.connectUrl);
    expectClosed(await createFormBrowser().open(`${origin}/connect/${link.state}`), 404);
  });

  test("says that the member was removed", proves("connect-page.ended"), async () => {
    const gone = await hireActor();
    const link = await makeLink(gone, application);
    const { browser, page } = await openPage(link);
    await succeed(theAdmin().delete(`/v1/members/${gone.accountUserId}`));
    for (const end of [
      await browser.open(link.connectUrl),
      await pressConnect(browser, page, { [keyInput()]: newKey() }),
    ]) {
      expect(end.status).toBe(410);
      expect(end.text).toContain("member");
      expect(end.forms).toEqual([]);
      expect(end.html).not.toContain(gone.fullName);
    }
  });

  test("says that the application was deleted", proves("connect-page.ended"), async () => {
    const pets = await importKeyedApi(theAdmin(), api);
    const link = await makeLink(caller, pets);
    const { browser, page } = await openPage(link);
    await succeed(theAdmin().delete(`/v1/applications/${pets.slug}`));
    for (const end of [
      await browser.open(link.connectUrl),
      await pressConnect(browser, page, { [keyInput()]: newKey() }),
    ]) {
      expect(end.status).toBe(410);
      expect(end.text).toContain("application was deleted");
    }
    expect(await readResult(caller, link)).toMatchObject({ status: "failed", error: expect.any(String) });
  });

  test("says at once that the application is hidden", proves("connect-page.hidden"), async () => {
    const pets = await importKeyedApi(theAdmin(), api);
    const link = await makeLink(caller, pets);
    const path = `/v1/applications/${pets.slug}`;
    await succeed(theAdmin().patch(path, { isEnabled: false }));
    const { page } = await openPage(link);
    expect(page.status).toBe(410);
    expect(page.text).toContain("application is hidden");
    expect(page.forms).toEqual([]);
    await succeed(theAdmin().patch(path, { isEnabled: true }));
    await expectUnused(link);
  });

  test("says that the method was removed", proves("connect-page.ended"), async () => {
    const pets = await importKeyedApi(theAdmin(), api);
    const [method] = pets.authentications;
    const link = await makeLink(caller, pets, { authenticationId: method?.authenticationId });
    const { browser, page } = await openPage(link);
    const document = {
      openapi: "3.1.0",
      info: { title: "Keyed API", version: "2" },
      servers: [{ url: api.origin }],
      components: { securitySchemes: loginScheme },
      security: [{ login: [] }],
      paths: { "/me": { get: { operationId: "me", responses: { "200": { description: "OK" } } } } },
    };
    await succeed(theAdmin().post("/v1/applications", { source: "openapi", slug: pets.slug, document }));
    for (const end of [
      await browser.open(link.connectUrl),
      await pressConnect(browser, page, { [keyInput()]: newKey() }),
    ]) {
      expect(end.status).toBe(410);
      expect(end.text).toContain("application was changed");
    }
    expect(await listOwn(caller, pets)).toEqual([]);
  });

  test("ends after 20 attempts", proves("connect-page.attempts"), async () => {
    const link = await makeOwn({ authenticationId: keyMethod() });
    const { browser, page } = await openPage(link);
    for (let count = 1; count < 20; count++) {
      expect((await pressConnect(browser, page, { [keyInput()]: plantSecret("wrong") })).status).toBe(400);
    }
    expectClosed(await pressConnect(browser, page, { [keyInput()]: plantSecret("wrong") }), 410, link);
    expectClosed(await pressConnect(browser, page, { [keyInput()]: newKey() }), 410, link);
    expect(await readResult(caller, link)).toMatchObject({ status: "failed", error: "Too many attempts." });
  });
});

describe("an attack on the page", () => {
  test("needs a page of this link in this browser", proves("connect-page.own-page"), async () => {
    const link = await makeOwn({ authenticationId: keyMethod() });
    const { page } = await openPage(link);
    const values = { ...Object.fromEntries(page.forms[0]?.values ?? []), [keyInput()]: newKey() };
    const arrived = api.arrived.length;
    const withoutCookie = createFormBrowser();
    const otherLink = await makeLink(other, application, { authenticationId: keyMethod() });
    const stranger = await openPage(otherLink);
    const forged = { ...values, token: "x".repeat(43) };
    for (const [browser, sent] of [
      [withoutCookie, values],
      [stranger.browser, values],
      [stranger.browser, { ...values, token: stranger.page.forms[0]?.values[0]?.[1] ?? "" }],
      [createFormBrowser(), forged],
      [createFormBrowser(), { ...forged, decision: "refuse" }],
    ] as const) {
      const end = await browser.send(page, { decision: "connect", ...sent });
      expect(end.status).toBe(403);
      expect(findSecret(end.html)).toBeNull();
    }
    expect(api.arrived).toHaveLength(arrived);
    await expectUnused(link);
  });

  test("cannot choose what the link does not offer", proves("connect-page.tampered"), async () => {
    const link = await makeOwn({ authenticationId: keyMethod() });
    const foreign = await importKeyedApi(theAdmin(), api);
    const { browser, page } = await openPage(link);
    const values = { ...Object.fromEntries(page.forms[0]?.values ?? []), decision: "connect" };
    const arrived = api.arrived.length;
    for (const more of [
      { method: String(loginMethod()), "fields.username": "a", "fields.password": "b" },
      { method: String(foreign.authentications[0]?.authenticationId) },
      { method: "" },
      { method: "1e9" },
      { environment: "moon" },
      { environment: "__proto__" },
      { "fields.serverUrl": "http://127.0.0.1:1" },
      { "fields.username": "x" },
      { [keyInput()]: "nul\0nul" },
      { "fields.nul\0": "x" },
      { "fields.__proto__": "x" },
      { "fields.constructor": "x" },
      { "fields.": "x" },
    ]) {
      const end = await browser.send(page, { ...values, [keyInput()]: newKey(), ...more });
      expect(end.status, JSON.stringify(more)).toBe(400);
      expect(findSecret(end.html)).toBeNull();
    }
    expect(api.arrived).toHaveLength(arrived);
    await expectUnused(link);
  });

  test("cannot write HTML into it", proves("connect-page.escaped"), async () => {
    const printable = `"><img src=x onerror=alert(1)><script>alert(1)</script>'`;
    // A description may also have characters that cannot be seen.
    const evil = `${printable}\u202E\u0007`;
    const parameter = { type: "apiKey", in: "header", name: "x-key", description: `\`${evil}\` ${evil}` };
    const variables = { region: { default: "eu", enum: ["eu", evil], description: evil } };
    const pets = await importKeyedApi(
      theAdmin(),
      api,
      { key: parameter },
      {
        info: { title: `Pets ${evil}`.slice(0, 150), version: "1" },
        servers: [{ url: `${api.origin}/{region}`, variables }],
      },
    );
    const member = await succeed<{ accountUserId: number }>(
      theAdmin().post("/v1/members", {
        kind: "service",
        fullName: `Eve ${printable}`,
        email: "eve@example.com",
        role: "Member",
      }),
    );
    const { apiKey } = await succeed<{ apiKey: string }>(
      theAdmin().post("/v1/apikeys", { name: "k", accountUserId: member.accountUserId }),
    );
    const made = await nobody().send("POST", "/v1/connections/ConnectLink", {
      headers: { "x-api-key": apiKey },
      body: { applicationSlug: pets.slug, name: `Name ${printable}` },
    });
    const { browser, page } = await openPage(made.body as ConnectLink);
    expect(page.status).toBe(200);
    const refused = await pressConnect(browser, page, { [keyInput()]: plantSecret("wrong") });
    for (const { html, text } of [page, refused]) {
      expect(html).not.toMatch(/<script|<img(?! class="icon" src="[^"]*\/icons\/)/i);
      expect(text).toContain("<script>alert(1)</script>");
      expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
    }
  });

  test("cannot send a huge form", proves("connect-page.large-forms"), async () => {
    const link = await makeOwn({ authenticationId: keyMethod() });
    const { browser, page } = await openPage(link);
    const large = await browser.press(page, /connect/i, { [keyInput()]: "x".repeat(64 * 1024) });
    expect(large.status).toBe(413);
    // At the application, which takes no such header.
    const long = await browser.press(page, /connect/i, { [keyInput()]: "x".repeat(62 * 1024) });
    expect(long.status).toBe(400);
    expect(await postUnsized(link.connectUrl)).toBe(413);
    await expectUnused(link);
  });
});

/** Posts a form without a length. */
function postUnsized(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/x-www-form-urlencoded", "transfer-encoding": "chunked" };
    const request = sendRequest(url, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
    request.end("decision=connect");
  });
}

describe("what is deleted while a key is tried", () => {
  const member = () => theAdmin().delete(`/v1/members/${caller.accountUserId}`);
  const profile = () => caller.delete("/v1/auth/profile");
  const ownApplication = () => theAdmin().delete(`/v1/applications/${application.slug}?force=true`);
  const deletions: [string, () => Promise<ApiResponse>, RegExp][] = [
    ["the member", member, /The member who would get the connection is no longer there/],
    ["the member's profile", profile, /The member who would get the connection is no longer there/],
    ["the application", ownApplication, /The application was deleted/],
  ];

  beforeEach(async () => {
    application = await importKeyedApi(theAdmin(), api);
    caller = await hireActor();
  });

  /** An application that has connections is deleted with `force` only. */
  async function expectNothingStored(): Promise<void> {
    expect([200, 404]).toContain((await theAdmin().delete(`/v1/applications/${application.slug}`)).status);
  }

  test.each(deletions)("%s ends a link", proves("connect-page.ended"), async (_, remove, reason) => {
    const { browser, page } = await openPage(await makeOwn());
    api.whenAsked = () => succeed(remove());
    const end = await pressConnect(browser, page, { [keyInput()]: newKey() });
    expectClosed(end, 410);
    expect(end.text).toMatch(reason);
    await expectNothingStored();
  });

  test.each(deletions)("%s gets no connection", proves("connections.create.deleted"), async (_, remove) => {
    api.whenAsked = () => succeed(remove());
    const body = { applicationSlug: application.slug, fields: { [keyField()]: newKey() } };
    await refuse(caller.post("/v1/connections", body), "CONFLICT");
    await expectNothingStored();
  });
});
