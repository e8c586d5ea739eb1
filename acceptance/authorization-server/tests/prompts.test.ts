import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { createFormBrowser } from "../../oauth/support/form-browser.ts";
import type { Page } from "../../oauth/support/page.ts";
import { theAdmin } from "../../support/actors.ts";
import { goodPassword, hirePerson, type Person, signInAt } from "../../support/people.ts";
import { proves } from "../../support/proves.ts";
import {
  decide,
  redeem,
  registerClient,
  type SignedInPerson,
  type StartedFlow,
  sendConsent,
  signInPerson,
  startFlow,
} from "../support/person-flow.ts";
import { readIssuer } from "../support/token-client.ts";

let person: Person;
let signedIn: SignedInPerson;
let issuer: string;
beforeAll(async () => {
  issuer = await readIssuer();
  person = await hirePerson(theAdmin());
  const browser = createFormBrowser();
  await signInAt(browser, issuer, person);
  browser.stopBefore = /^http:\/\/127\.0\.0\.1:9\/callback/;
  signedIn = { browser, accountUserId: person.accountUserId };
});

const open = (flow: StartedFlow) => signedIn.browser.open(flow.url.href);
const readError = (page: Page) => new URL(page.url).searchParams.get("error");

async function signInAgain(page: Page): Promise<Page> {
  expect(page.url).toContain("/signin?");
  const pressed = { email: person.email, password: goodPassword };
  return signedIn.browser.press(page, /^sign in$/i, pressed);
}

describe("prompt", () => {
  test.each(["login", "select_account"])(
    "%s has a person who is signed in sign in once more",
    proves("prompts.login") as never,
    async (prompt) => {
      const configuration = await registerClient();
      await decide(signedIn.browser, await startFlow(configuration));
      const flow = await startFlow(configuration, { prompt });
      const page = await signInAgain(await open(flow));
      expect(page.status, `${page.url} ${page.text}`).toBe(0);
      expect(await redeem(flow, new URL(page.url))).toHaveProperty("access_token");
    },
  );

  test("none gives a code without a page once the person has agreed", proves("prompts.none"), async () => {
    const configuration = await registerClient();
    const before = await open(await startFlow(configuration, { prompt: "none" }));
    expect(readError(before)).toBe("consent_required");
    await decide(signedIn.browser, await startFlow(configuration));
    const flow = await startFlow(configuration, { prompt: "none" });
    expect(await redeem(flow, new URL((await open(flow)).url))).toHaveProperty("access_token");
    const more = await startFlow(configuration, { prompt: "none", scope: "tools:read history:read" });
    expect(readError(await open(more))).toBe("consent_required");
    const stranger = createFormBrowser();
    stranger.stopBefore = /:9\/callback/;
    const unknown = await startFlow(configuration, { prompt: "none" });
    expect(readError(await stranger.open(unknown.url.href))).toBe("login_required");
    const old = await startFlow(configuration, { prompt: "none", max_age: "0" });
    expect(readError(await open(old))).toMatch(/^(login_required|invalid_request)$/);
    const both = await startFlow(configuration, { prompt: "none login" });
    expect(readError(await open(both))).toBe("invalid_request");
  });

  test(
    "none and wrong requests lead to another machine only by a link, until somebody has allowed the client",
    proves("prompts.stranger"),
    async () => {
      const redirect = "https://editor.example/callback";
      const browser = createFormBrowser();
      browser.stopBefore = /^https:\/\/editor\.example/;
      await signInAt(browser, issuer, person);
      const configuration = await registerClient({ redirect_uris: [redirect] });
      const start = (parameters: Record<string, string>) =>
        startFlow(configuration, { redirect_uri: redirect, ...parameters });
      const wrong = [
        { prompt: "none" },
        { prompt: "none login" },
        { code_challenge_method: "plain" },
        { resource: "https://elsewhere.example" },
      ];
      for (const parameters of wrong) {
        const page = await browser.open((await start(parameters)).url.href);
        expect(page.status).toBe(400);
        expect(page.text).toContain("editor.example");
        expect(page.html).toMatch(/href="https:\/\/editor\.example\/callback\?error=\w+/);
      }
      const posted = await browser.open(
        (await start({ prompt: "none login", response_mode: "form_post" })).url.href,
      );
      expect(posted.html).not.toContain("<form");
      const refused = await decide(browser, await start({}), { decision: "refuse" });
      expect(refused.searchParams.get("error")).toBe("access_denied");
      await decide(browser, await start({}));
      const trusted = await browser.open((await start({ prompt: "none login" })).url.href);
      expect(readError(trusted)).toBe("invalid_request");
    },
  );

  test(
    "max_age has a person sign in whose sign-in is older, and auth_time is true",
    proves("prompts.max-age"),
    async () => {
      const configuration = await registerClient();
      const beganSeconds = Math.floor(Date.now() / 1000);
      const scope = "openid tools:read";
      const first = await startFlow(configuration, { scope, max_age: "0" });
      const consent = await signInAgain(await open(first));
      const callback = await sendConsent(signedIn.browser, consent);
      const tokens = await redeem(first, new URL(callback.url), {}, 0);
      const { auth_time: signedInSeconds } = decodeJwt(tokens.id_token ?? "");
      expect(signedInSeconds).toBeGreaterThanOrEqual(beganSeconds);
      const second = await startFlow(configuration, { scope, max_age: "3600" });
      const page = await open(second);
      expect(page.status).toBe(0);
      const again = await redeem(second, new URL(page.url), {}, 3600);
      expect(decodeJwt(again.id_token ?? "").auth_time).toBe(signedInSeconds);
    },
  );

  test("login_hint fills in the e-mail address", proves("prompts.login-hint"), async () => {
    const flow = await startFlow(await registerClient(), { login_hint: "robin@example.com" });
    const page = await createFormBrowser().open(flow.url.href);
    const values = page.forms.flatMap(({ values: given }) => given);
    expect(values).toContainEqual(["email", "robin@example.com"]);
  });
});

describe("a client that names no resource", () => {
  const readAudience = async (flow: StartedFlow, page: Page) =>
    decodeJwt((await redeem(flow, new URL(page.url))).access_token).aud;

  test(
    "gets a token for the API, or for the MCP endpoint that the person chooses",
    proves("resources.open"),
    async () => {
      const { browser } = await signInPerson();
      const api = await startFlow(await registerClient());
      const consent = await browser.open(api.url.href);
      expect(consent.text).toContain(`${issuer}/mcp`);
      expect(await readAudience(api, await sendConsent(browser, consent))).toBe(`${issuer}/v1`);

      const configuration = await registerClient();
      const mcp = await startFlow(configuration);
      const chosen = await sendConsent(browser, await browser.open(mcp.url.href), { resource: "/mcp" });
      expect(await readAudience(mcp, chosen)).toBe(`${issuer}/mcp`);
      const remembered = await startFlow(configuration);
      expect(await readAudience(remembered, await browser.open(remembered.url.href))).toBe(`${issuer}/mcp`);

      const named = await startFlow(await registerClient(), { resource: `${issuer}/v1` });
      const fixed = await browser.open(named.url.href);
      expect(fixed.text).not.toContain(`${issuer}/mcp`);
      expect(await readAudience(named, await sendConsent(browser, fixed, { resource: "/mcp" }))).toBe(
        `${issuer}/v1`,
      );
    },
  );

  test("cannot be given somebody else's toolset", proves("resources.open"), async () => {
    const flow = await startFlow(await registerClient());
    const page = await open(flow);
    const resource = "/mcp/0198c0de-0000-4000-8000-000000000000";
    const again = await sendConsent(signedIn.browser, page, { resource });
    expect(again.status).toBe(409);
    expect(new URL(again.url).pathname).toMatch(/^\/oauth\/interaction\//);
  });
});

test("a request names one resource at most", proves("resources.one"), async () => {
  const flow = await startFlow(await registerClient());
  flow.url.searchParams.append("resource", `${issuer}/v1`);
  flow.url.searchParams.append("resource", `${issuer}/mcp`);
  const page = await open(flow);
  expect(readError(page)).toBe("invalid_target");
});
