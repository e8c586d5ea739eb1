import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin } from "../../support/actors.ts";
import { refuse } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import { atOddProvider } from "../support/consents.ts";
import { createFormBrowser, type FormBrowser } from "../support/form-browser.ts";
import { type OddProvider, startOddProvider } from "../support/odd-provider.ts";
import type { Page } from "../support/page.ts";
import {
  buildRedirectUri,
  confirm,
  confirming,
  importProvider,
  listConnections,
  type OAuthApplication,
  openConfirmation,
  readSignInResult,
  refusing,
  requestSignIn,
  signIn,
} from "../support/sign-in.ts";

describeOwnServer("The callback", () => {
  let provider: OddProvider;
  let application: OAuthApplication;
  let caller: Actor;

  beforeAll(async () => {
    provider = await startOddProvider();
    application = await importProvider(theAdmin(), provider);
  });
  afterAll(() => provider?.stop());

  async function begin(): Promise<{ browser: FormBrowser; page: Page; state: string }> {
    caller = await hireActor();
    const browser = createFormBrowser();
    const { signInUrl, state } = await requestSignIn(caller, application);
    return { browser, state, page: await openConfirmation(browser, signInUrl, atOddProvider) };
  }

  async function expectNothing(state: string): Promise<void> {
    expect((await readSignInResult(caller, state)).connectionId).toBeNull();
    expect(await listConnections(caller, application)).toEqual([]);
  }

  function expectPlainError(page: Page): void {
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(page.status).toBeLessThan(500);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    expect(page.forms).toEqual([]);
  }

  test(
    "names the account, the receiver and the company, and stores the connection after confirmation",
    proves("sign-in.confirm", "sign-in.callback", "sign-in.result", "sign-in-page.receiver"),
    async () => {
      const { browser, page, state } = await begin();
      expect(page.url.startsWith(buildRedirectUri().replace(/callback$/, ""))).toBe(true);
      expect(page.text).toContain("odd-ada");
      expect(page.text).toContain(caller.fullName);
      expect(page.text).toContain(caller.email);
      expect(page.text).toMatch(/service member/i);
      expect(page.text).toContain("May items:read");
      expect(page.text).toContain(new URL(provider.origin).host);
      const { body } = await caller.get("/v1/auth/whoami");
      expect(page.text).toContain((body as { currentCompany: string }).currentCompany);
      await expectNothing(state);
      const done = await confirm(browser, page);
      expect(done.status).toBe(200);
      const [connection] = await listConnections(caller, application);
      expect(connection).toMatchObject({ status: "active", accountLabel: "odd-ada", isDefault: false });
      const result = await readSignInResult(caller, state);
      expect(result).toMatchObject({ connectionId: connection?.connectionId, name: connection?.name });
      expect(done.html).not.toContain("<script");
    },
  );

  test("shows the provider's account name escaped", proves("sign-in.confirm"), async () => {
    provider.account = '<i onclick="x">odd</i>"&';
    const { page } = await begin();
    provider.account = "odd-ada";
    expect(page.html).not.toContain("<i onclick");
    expect(page.text).toContain('<i onclick="x">odd</i>"&');
  });

  test(
    "gives the connection the requested name, and makes it the default only on request",
    proves("connections.default.not-silent"),
    async () => {
      caller = await hireActor();
      expect((await signIn(caller, application, atOddProvider)).isDefault).toBe(false);
      const more = { name: "Of the gate", isDefault: true };
      const made = await signIn(caller, application, atOddProvider, more);
      expect(made).toMatchObject({ name: "Of the gate", isDefault: true });
    },
  );

  test(
    "shows a page that may not be framed, cached or sniffed",
    proves("sign-in.confirm.framing"),
    async () => {
      const { page } = await begin();
      const policy = page.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(page.headers.get("cache-control")).toContain("no-store");
      expect(page.headers.get("x-content-type-options")).toBe("nosniff");
      expect(page.headers.get("referrer-policy")).toBeTruthy();
    },
  );

  test("stores nothing when the person refuses on the page", proves("sign-in.confirm.refused"), async () => {
    const { browser, page, state } = await begin();
    const refused = await browser.press(page, refusing);
    expect(refused.forms).toEqual([]);
    await expectNothing(state);
    const again = await browser.press(page, confirming);
    expectPlainError(again);
    await expectNothing(state);
  });

  test(
    "works once: the same address again stores nothing",
    proves("sign-in.state", "sign-in.bad-state"),
    async () => {
      const { browser, page, state } = await begin();
      const callback = browser.visited.find((url) => url.startsWith(buildRedirectUri())) ?? "";
      expect(new URL(callback).searchParams.get("state")).toBe(state);
      const calls = provider.tokenCalls.length;
      expectPlainError(await createFormBrowser().open(callback));
      expect(provider.tokenCalls).toHaveLength(calls);
      await expectNothing(state);
      await confirm(browser, page);
      expectPlainError(await browser.open(callback));
      expect(await listConnections(caller, application)).toHaveLength(1);
    },
  );

  test("called several times at once exchanges the code once", proves("sign-in.state"), async () => {
    caller = await hireActor();
    const browser = createFormBrowser();
    browser.stopBefore = /\/oauth\/callback\?/;
    const { signInUrl } = await requestSignIn(caller, application);
    const { url } = await openConfirmation(browser, signInUrl, atOddProvider);
    const calls = provider.tokenCalls.length;
    const pages = await Promise.all(Array.from({ length: 8 }, () => createFormBrowser().open(url)));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(provider.tokenCalls).toHaveLength(calls + 1);
  });

  test("confirmed twice stores one connection", proves("sign-in.state"), async () => {
    const { browser, page } = await begin();
    const outcomes = await Promise.all([confirm(browser, page), confirm(browser, page)]);
    expect(outcomes.map(({ status }) => status)).toContain(200);
    expect(await listConnections(caller, application)).toHaveLength(1);
  });

  test("refuses an unknown and a missing state", proves("sign-in.bad-state"), async () => {
    caller = await hireActor();
    for (const query of [
      "?code=x&state=unknown",
      "?code=x",
      "",
      "?state=%00&code=x",
      "?state=a&state=b&code=x",
    ]) {
      expectPlainError(await createFormBrowser().open(buildRedirectUri() + query));
    }
    expect(await listConnections(caller, application)).toEqual([]);
  });

  const forgeries: Record<string, (page: Page, browser: FormBrowser) => Promise<Page>> = {
    "without the page's cookie": (page) => createFormBrowser().press(page, confirming),
    "with a made-up token": (page, browser) => browser.press(page, /confirm/i, forge(page)),
    "with no token": (page, browser) => browser.send(page, {}),
  };
  for (const [how, send] of Object.entries(forgeries)) {
    test(`stores nothing when confirmed ${how}`, proves("sign-in.confirm.forged"), async () => {
      const { browser, page, state } = await begin();
      expectPlainError(await send(page, browser));
      await expectNothing(state);
    });
  }

  test(
    "stores nothing when confirmed with another sign-in's cookie or token",
    proves("sign-in.confirm.forged"),
    async () => {
      const one = await begin();
      const first = caller;
      const two = await begin();
      expectPlainError(await two.browser.press(one.page, confirming));
      expectPlainError(await one.browser.press(two.page, confirming));
      await expectNothing(two.state);
      expect(await listConnections(first, application)).toEqual([]);
    },
  );

  test("stores nothing when another site sends the form", proves("sign-in.confirm.forged"), async () => {
    const { browser, page, state } = await begin();
    const foreign = { ...page, url: "https://attacker.example.com/" };
    expectPlainError(await browser.press(foreign, confirming));
    await expectNothing(state);
  });

  test(
    "gives the connection to the caller who requested it, and nobody else sees the result",
    proves("sign-in.state", "sign-in.result-foreign"),
    async () => {
      const { browser, page, state } = await begin();
      const stranger = await hireActor();
      const foreign = await stranger.get("/v1/connections/SignInResult", { state });
      expect([403, 404]).toContain(foreign.status);
      await refuse(stranger.get("/v1/connections/SignInResult", { state: "unknown" }), "NOT_FOUND");
      await confirm(browser, page);
      expect(await listConnections(stranger, application)).toEqual([]);
      expect(await listConnections(caller, application)).toHaveLength(1);
    },
  );

  test("cannot authorize another caller's connection again", proves("sign-in.reconnect"), async () => {
    const owner = await hireActor();
    const { connectionId } = await signIn(owner, application, atOddProvider);
    const stranger = await hireActor();
    const body = { applicationSlug: application.slug, connectionId };
    await refuse(stranger.post("/v1/connections/GetSignInUrl", body), "FORBIDDEN");
  });
});

/** Replaces every hidden value of the form. */
function forge(page: Page): Record<string, string> {
  const values = page.forms[0]?.values ?? [];
  return Object.fromEntries(values.map(([name]) => [name, "forged"]));
}
