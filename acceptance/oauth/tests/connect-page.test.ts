import type { Page as BrowserPage } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor } from "../../support/actors.ts";
import { execute } from "../../support/applications.ts";
import { type Caller, createKeyCaller, succeed } from "../../support/caller.ts";
import {
  type ConnectLink,
  importKeyedApi,
  type KeyedApi,
  listOwn,
  makeLink,
  readResult,
  startKeyedApi,
} from "../../support/connect-links.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { Application, Connection, JsonObject } from "../../support/records.ts";
import { findSecret, plantSecret } from "../../support/secrets.ts";
import { startServerOnDatabase } from "../../support/shared-database.ts";
import type { StartedServer } from "../../support/start-server.ts";
import { needsChromium } from "../support/chromium.ts";
import { atOddProvider } from "../support/consents.ts";
import { createFormBrowser, type FormBrowser } from "../support/form-browser.ts";
import { type LoopbackServer, listenOnLoopback, sendPage } from "../support/loopback-server.ts";
import { type OddProvider, startOddProvider } from "../support/odd-provider.ts";
import type { Page } from "../support/page.ts";
import {
  confirming,
  importProvider,
  type OAuthApplication,
  press,
  refusing,
  signIn,
} from "../support/sign-in.ts";
import { useChromium } from "../support/use-chromium.ts";

interface DescribedProvider extends JsonObject {
  components: { securitySchemes: { signIn: { flows: { authorizationCode: { scopes: object } } } } };
}

describeOwnServer("A product that sends its users to a connect link", () => {
  const openChromium = useChromium();
  let product: LoopbackServer;
  let server: StartedServer;
  let admin: Caller;
  let caller: Actor;
  let api: KeyedApi;
  let keyed: Application;
  let provider: OddProvider;
  let signedIn: OAuthApplication;

  beforeAll(async () => {
    product = await listenOnLoopback((request, response) =>
      sendPage(response, 200, `<p>Product ${request.url}</p>`),
    );
    server = await startServerOnDatabase({ BOWLINE_RETURN_URLS: `${product.origin}/connected` });
    admin = createKeyCaller(server.adminApiKey, server);
    caller = await hireActor({ admin, target: server });
    api = await startKeyedApi();
    keyed = await importKeyedApi(admin, api);
    provider = await startOddProvider({ facts: { revocationUrl: "{origin}/revoke" } });
    signedIn = await importProvider(admin, provider);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await Promise.all([product?.stop(), api?.stop(), provider?.stop()]);
  });

  const returnUrl = () => `${product.origin}/connected?user=7#top`;
  const makeReturning = (application: { slug: string }, more: JsonObject = {}) =>
    makeLink(caller, application, { returnUrl: returnUrl(), ...more });
  const keyInput = () => `fields.${keyed.authentications[0]?.fields[0]?.fieldName}`;

  function newKey(): string {
    const key = plantSecret("key");
    api.accepted.add(key);
    return key;
  }

  /** The product's address with the link's state and this status. */
  function expectReturned(page: Page, link: ConnectLink, status: "connected" | "refused"): void {
    const url = new URL(page.url);
    expect(url.origin + url.pathname).toBe(`${product.origin}/connected`);
    expect(Object.fromEntries(url.searchParams)).toEqual({ user: "7", state: link.state, status });
    expect(url.hash).toBe("#top");
  }

  /** Signs in at the provider and returns our confirmation page. */
  async function signInByLink(link: ConnectLink, browser: FormBrowser): Promise<Page> {
    const page = await browser.open(link.connectUrl);
    expect(page.text).toContain(caller.fullName);
    return atOddProvider(browser, await browser.press(page, /connect/i));
  }

  test("gets them back when they have typed a key", proves("connect-page.return"), async () => {
    const link = await makeReturning(keyed);
    const browser = createFormBrowser();
    const page = await browser.open(link.connectUrl);
    expect(page.text).toContain(new URL(product.origin).host);
    expectReturned(await browser.press(page, /connect/i, { [keyInput()]: newKey() }), link, "connected");
    expect(await readResult(caller, link)).toMatchObject({ status: "confirmed" });
    expect(findSecret(server.readLog())).toBeNull();
    expect(server.readLog()).not.toContain(new URL(link.connectUrl).pathname);
  });

  test("gets them back when they refuse", proves("connect-page.return", "connect-page.refused"), async () => {
    const link = await makeReturning(keyed);
    const browser = createFormBrowser();
    expectReturned(await browser.press(await browser.open(link.connectUrl), refusing), link, "refused");
    expect(await readResult(caller, link)).toMatchObject({ status: "failed", connectionId: null });
  });

  test("is the only other place that forms lead to", proves("connect-page.return-declared"), async () => {
    const { connectUrl } = await makeReturning(keyed);
    const { headers } = await createFormBrowser().open(connectUrl);
    expect(headers.get("content-security-policy")).toContain(`form-action 'self' ${product.origin};`);
  });

  test("gets them back after a sign-in", proves("connect-page.sign-in", "connect-page.return"), async () => {
    const link = await makeReturning(signedIn, { name: "Odd of Ada", isDefault: true });
    const browser = createFormBrowser();
    const page = await signInByLink(link, browser);
    expect(page.url).toContain("/oauth/callback");
    for (const text of ["odd-ada", caller.fullName, caller.email]) {
      expect(page.text).toContain(text);
    }
    expect(await readResult(caller, link)).toMatchObject({ status: "pending" });
    expectReturned(await browser.press(page, confirming), link, "connected");
    const result = await readResult(caller, link);
    expect(result).toMatchObject({ status: "confirmed", name: "Odd of Ada" });
    const [connection] = await listOwn(caller, signedIn);
    expect(connection).toMatchObject({ connectionId: result.connectionId, isDefault: true });
    expect((await browser.open(link.connectUrl)).status).toBe(410);
  });

  test("gets a sign-in renewed", proves("connect-link.renews.sign-in"), async () => {
    const first = await makeReturning(signedIn, { name: "Odd, to renew" });
    const connecting = createFormBrowser();
    await connecting.press(await signInByLink(first, connecting), confirming);
    const { connectionId } = await readResult(caller, first);
    const before = await listOwn(caller, signedIn);
    const link = await makeReturning(signedIn, { connectionId });
    const browser = createFormBrowser();
    const page = await signInByLink(link, browser);
    expect(page.text).toContain("Odd, to renew");
    expectReturned(await browser.press(page, confirming), link, "connected");
    expect(await readResult(caller, link)).toMatchObject({
      status: "confirmed",
      connectionId,
      name: "Odd, to renew",
    });
    expect((await listOwn(caller, signedIn)).map((one) => one.connectionId).toSorted()).toEqual(
      before.map((one) => one.connectionId).toSorted(),
    );
    expect((await browser.open(link.connectUrl)).status).toBe(410);
  });

  test(
    "gets nothing kept that they leave out when they sign in again",
    proves("connect-link.renews.whole"),
    async () => {
      const regional = await startOddProvider({ variables: { region: { default: "eu" } } });
      try {
        const application = await importProvider(admin, regional);
        const renewed = { fields: { region: "us" } };
        const { connectionId } = await signIn(caller, application, atOddProvider, renewed);
        const readFields = async () =>
          (await succeed<Connection>(caller.get(`/v1/connections/${connectionId}`))).fields;
        expect(await readFields()).toEqual({ region: "us" });
        const browser = createFormBrowser();
        const page = await browser.open((await makeReturning(application, { connectionId })).connectUrl);
        const asked = await browser.press(page, /connect/i, { "fields.region": "" });
        await browser.press(await atOddProvider(browser, asked), confirming);
        expect(await readFields()).toEqual({});
        await signIn(caller, application, atOddProvider, { connectionId, ...renewed });
        await signIn(caller, application, atOddProvider, { connectionId });
        expect(await readFields()).toEqual({ region: "us" });
        await signIn(caller, application, atOddProvider, { connectionId, fields: { region: null } });
        expect(await readFields()).toEqual({});
      } finally {
        await regional.stop();
      }
    },
  );

  test("learns that they did not consent", proves("connect-page.sign-in-refused"), async () => {
    const browser = createFormBrowser();
    const link = await makeReturning(signedIn);
    const before = (await listOwn(caller, signedIn)).length;
    const page = await signInByLink(link, browser);
    expectReturned(await browser.press(page, refusing), link, "refused");
    expect(await readResult(caller, link)).toMatchObject({ status: "failed" });
    expect((await browser.open(link.connectUrl)).status).toBe(410);

    const second = await makeReturning(signedIn);
    const asked = await browser.press(await browser.open(second.connectUrl), /connect/i);
    expectReturned(await press(/refuse/i)(browser, asked), second, "refused");
    expect(await readResult(caller, second)).toMatchObject({ status: "failed" });
    expect(await listOwn(caller, signedIn)).toHaveLength(before);
  });

  test(
    "has them repeat a sign-in while the application was away for a moment",
    proves("connect-page.sign-in-repeated"),
    async () => {
      const browser = createFormBrowser();
      const link = await makeReturning(signedIn);
      provider.fault = "down";
      const failed = await signInByLink(link, browser);
      provider.fault = null;
      expect(failed.text).toContain("start the sign-in again");
      expect(failed.html).toContain(`href="${link.connectUrl}"`);
      expect(await readResult(caller, link)).toMatchObject({ status: "pending", error: expect.any(String) });
      expectReturned(await browser.press(await signInByLink(link, browser), confirming), link, "connected");
      expect(await readResult(caller, link)).toMatchObject({ status: "confirmed", error: null });
    },
  );

  test("shows them what the scopes allow", proves("confirm-page.scopes"), async () => {
    const document = structuredClone(provider.document) as DescribedProvider;
    const scopes = { "items:see": "See <b>all</b> items\u202e\nand their prices", "items:write": "" };
    document.components.securitySchemes.signIn.flows.authorizationCode.scopes = scopes;
    const shop = await importProvider(admin, { document, client: provider.client });
    const page = await signInByLink(await makeReturning(shop), createFormBrowser());
    expect(page.text).toContain("See <b>all</b> items and their prices items:see");
    expect(page.text).toContain("Write items items:write");
    expect(page.html).not.toContain("<b>all</b>");
  });

  test(
    "gets one connection from two sign-ins of a link",
    proves("connect-page.sign-in-once", "connect-page.single-use"),
    async () => {
      const link = await makeReturning(signedIn);
      const before = (await listOwn(caller, signedIn)).length;
      const [one, two, three] = [createFormBrowser(), createFormBrowser(), createFormBrowser()];
      const pages = [await signInByLink(link, one), await signInByLink(link, two)];
      const late = await three.press(await three.open(link.connectUrl), /connect/i);
      provider.revocations.length = 0;
      const ends = await Promise.all(
        [one, two].map((each, index) => each.press(pages[index] as Page, confirming)),
      );
      const returned = ends.filter(({ url }) => url.startsWith(product.origin));
      expect(returned).toHaveLength(1);
      for (const [index, each] of [one, two].entries()) {
        const { text } = await each.open(link.connectUrl);
        const isItsOwn = ends[index]?.url.startsWith(product.origin);
        expect(text.includes("You have connected with it, in this browser."), text).toBe(isItsOwn);
      }
      const refused = ends.find(({ url }) => !url.startsWith(product.origin));
      expect(refused?.text).toContain("The link was used already.");
      expect(provider.revocations).not.toEqual([]);
      expect(await listOwn(caller, signedIn)).toHaveLength(before + 1);
      expect((await atOddProvider(three, late)).status).toBe(400);
      expect(await listOwn(caller, signedIn)).toHaveLength(before + 1);
      expect(await readResult(caller, link)).toMatchObject({ status: "confirmed" });
    },
  );

  test.skipIf(!needsChromium())(
    "gets one connection when a link is open in two browsers, and each is told the truth",
    proves("connect-page.sign-in-once", "connect-page.single-use"),
    async () => {
      await using first = await openChromium({ javaScriptEnabled: true });
      await using second = await openChromium({ javaScriptEnabled: true });
      const link = await makeLink(caller, signedIn, { name: "Odd, of two browsers" });
      const opened = await Promise.all([first, second].map(({ context }) => context.newPage()));
      for (const page of opened) {
        await page.goto(link.connectUrl);
        await page.getByRole("button", { name: /sign in/i }).click();
        await page.getByRole("button", { name: /allow/i }).click();
        await page.getByRole("button", { name: "Confirm" }).waitFor();
      }
      const readHeading = (page: BrowserPage) => page.getByRole("heading", { level: 1 }).innerText();
      const told: string[][] = [];
      for (const page of opened) {
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.waitForURL(/\/oauth\/confirm$/);
        const headings = [await readHeading(page)];
        await page.goBack();
        headings.push(await readHeading(page));
        await page.goto(link.connectUrl);
        told.push([...headings, await readHeading(page)]);
      }
      expect(told).toEqual([
        ["Connected", "Not connected", "This link was used"],
        ["Not connected", "Not connected", "This link does not work"],
      ]);
      const made = await listOwn(caller, signedIn);
      expect(made.filter(({ name }) => name === "Odd, of two browsers")).toHaveLength(1);
      expect(await readResult(caller, link)).toMatchObject({ status: "confirmed" });
    },
  );

  test(
    "has its users' keys sealed to where they were typed for",
    proves("connect-page.origins"),
    async () => {
      const pets = await importKeyedApi(admin, api);
      const link = await makeReturning(pets, { isDefault: true });
      const browser = createFormBrowser();
      await browser.press(await browser.open(link.connectUrl), /connect/i, { [keyInput()]: newKey() });
      const elsewhere = await startKeyedApi();
      try {
        const document = {
          openapi: "3.1.0",
          info: { title: "Keyed API", version: "2" },
          servers: [{ url: elsewhere.origin }],
          components: {
            securitySchemes: {
              key: { type: "apiKey", in: "header", name: "x-key", description: "Find it under `Settings`." },
            },
          },
          security: [{ key: [] }],
          paths: { "/me": { get: { operationId: "me", responses: { "200": { description: "OK" } } } } },
        };
        await succeed(admin.post("/v1/applications", { source: "openapi", slug: pets.slug, document }));
        const outcome = await execute(caller, `${pets.slug.replaceAll("-", "_")}_me`);
        expect(outcome.isSuccess).toBe(false);
        expect(elsewhere.arrived).toEqual([]);
      } finally {
        await elsewhere.stop();
      }
    },
  );

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "with" : "without";
    test.skipIf(!needsChromium())(
      `sees them come back in Chromium, ${how} JavaScript`,
      proves("connect-page.browser"),
      async () => {
        await using browser = await openChromium({ javaScriptEnabled });
        const page = await browser.context.newPage();
        await page.setViewportSize({ width: 375, height: 740 });
        const link = await makeReturning(keyed);
        await page.goto(link.connectUrl);
        await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toContain("Keyed API");
        const overflow = await page.locator("html").evaluate((root) => root.scrollWidth - root.clientWidth);
        expect(overflow).toBe(0);
        await page.getByLabel("API key").fill(plantSecret("wrong"));
        await page.getByRole("button", { name: "Connect" }).click();
        await expect.poll(() => page.locator(".issue").innerText()).toContain("Not this one");
        await page.getByLabel("API key").fill(newKey());
        await page.getByRole("button", { name: "Connect" }).click();
        await page.waitForURL(`${product.origin}/connected?**`);
        expect(new URL(page.url()).searchParams.get("status")).toBe("connected");

        const second = await makeReturning(signedIn);
        await page.goto(second.connectUrl);
        await page.getByRole("button", { name: /sign in/i }).click();
        await page.getByRole("button", { name: /allow/i }).click();
        await page.getByRole("button", { name: "Confirm" }).click();
        await page.waitForURL(`${product.origin}/connected?**`);
        expect(new URL(page.url()).searchParams.get("state")).toBe(second.state);
        expect(await readResult(caller, second)).toMatchObject({ status: "confirmed" });

        api.delayMs = 1000;
        const third = await makeReturning(keyed);
        await page.goto(third.connectUrl);
        await page.getByLabel("API key").fill(newKey());
        await page.getByRole("button", { name: "Connect" }).dblclick();
        await page.waitForURL(`${product.origin}/connected?**`);
        api.delayMs = 0;
        expect(new URL(page.url()).searchParams.get("state")).toBe(third.state);
      },
    );
  }
});
