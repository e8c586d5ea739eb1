import { expect, test } from "vitest";
import { uniqueName } from "../../support/actors.ts";
import { createKeyCaller, succeed } from "../../support/caller.ts";
import { findFreePort } from "../../support/find-free-port.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { invitePerson, isSignedIn } from "../../support/people.ts";
import { proves } from "../../support/proves.ts";
import { plantSecret } from "../../support/secrets.ts";
import { startServerOnDatabase } from "../../support/shared-database.ts";
import type { StartedServer } from "../../support/start-server.ts";
import { atStrictProvider } from "../support/consents.ts";
import { createFormBrowser, type FormBrowser } from "../support/form-browser.ts";
import type { Page } from "../support/page.ts";
import {
  type StrictProvider,
  type StrictProviderOptions,
  startStrictProvider,
} from "../support/strict-provider.ts";

interface World extends AsyncDisposable {
  server: StartedServer;
  provider: StrictProvider;
  baseUrl: string;
}

/** A server whose people sign in at a provider. */
async function setUp(options: Partial<StrictProviderOptions> = {}): Promise<World> {
  const port = await findFreePort();
  const clientSecret = plantSecret("client");
  const server = await startServerOnDatabase({
    BOWLINE_SIGN_IN_ISSUER: `http://127.0.0.1:${port}`,
    BOWLINE_SIGN_IN_CLIENT_ID: "bowline-at-strict",
    BOWLINE_SIGN_IN_CLIENT_SECRET: clientSecret,
  });
  const baseUrl = `http://localhost:${new URL(server.baseUrl).port}`;
  const redirectUri = `${baseUrl}/signin/callback`;
  const provider = await startStrictProvider({ redirectUri, port, clientSecret, ...options });
  return {
    server,
    provider,
    baseUrl,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await provider.stop();
    },
  };
}

/** Presses "Sign in with …", which is a link, and signs in at the provider. */
async function signIn(
  browser: FormBrowser,
  { baseUrl }: World,
  account: string,
  returnTo = "/account",
): Promise<Page> {
  const page = await browser.open(`${baseUrl}/signin?${new URLSearchParams({ returnTo })}`);
  const link = page.links.find(({ text }) => text.startsWith("Sign in with"));
  const atProvider = await browser.open(link?.href ?? "");
  return atStrictProvider(account)(browser, atProvider);
}

describeOwnServer("The operator's sign-in server", () => {
  test(
    "signs in the member whose address it has verified, and nobody else",
    proves("people.provider", "people.provider.stranger", "people.provider.unverified"),
    async () => {
      await using world = await setUp();
      const admin = createKeyCaller(world.server.adminApiKey, world.server);
      const account = uniqueName("ada");
      await invitePerson(admin, { email: `${account.toUpperCase()}@example.com` });
      const browser = createFormBrowser();
      const page = await signIn(browser, world, account, "/signout");
      expect(new URL(page.url).pathname).toBe("/signout");
      expect(await isSignedIn(browser, world.baseUrl)).toBe(true);

      const stranger = createFormBrowser();
      const refused = await signIn(stranger, world, "stranger<b>");
      expect(refused.status).toBe(403);
      expect(refused.text).toContain("stranger<b>@example.com");
      expect(await isSignedIn(stranger, world.baseUrl)).toBe(false);

      const unverified = uniqueName("unverified");
      await invitePerson(admin, { email: `${unverified}@example.com` });
      const other = createFormBrowser();
      const failed = await signIn(other, world, unverified);
      expect(failed.status).toBe(400);
      expect(failed.text).toContain("did not confirm an e-mail address");
      expect(await isSignedIn(other, world.baseUrl)).toBe(false);
      expect(world.server.readLog()).not.toContain(world.provider.client.clientSecret);
    },
  );

  test(
    "gives its code only to the browser that began, once, with PKCE and nonce",
    proves("people.provider.bound", "people.provider.refused"),
    async () => {
      await using world = await setUp({ isEmailInUserinfo: true });
      const admin = createKeyCaller(world.server.adminApiKey, world.server);
      const account = uniqueName("grace");
      const { accountUserId } = await invitePerson(admin, { email: `${account}@example.com` });
      const browser = createFormBrowser();
      browser.stopBefore = /\/signin\/callback/;
      const callback = await signIn(browser, world, account);
      const asked = new URL(browser.visited.find((url) => url.includes("code_challenge=")) ?? "")
        .searchParams;
      expect(asked.get("code_challenge_method")).toBe("S256");
      expect(asked.get("nonce")).toMatch(/^[\w-]{43}$/);
      expect(asked.get("state")).toMatch(/^[\w-]{43}$/);

      const victim = createFormBrowser();
      expect((await victim.open(callback.url)).status).toBe(400);
      // A victim who has begun a sign-in of their own has another state.
      victim.stopBefore = /\/interaction\//;
      await victim.open(`${world.baseUrl}/signin/provider`);
      expect((await victim.open(callback.url)).status).toBe(400);
      expect(await isSignedIn(victim, world.baseUrl)).toBe(false);

      browser.stopBefore = null;
      expect((await browser.open(callback.url)).status).toBe(200);
      expect(await isSignedIn(browser, world.baseUrl)).toBe(true);
      expect((await browser.open(callback.url)).status).toBe(400);

      const refusing = createFormBrowser();
      const page = await refusing.open(`${world.baseUrl}/signin/provider`);
      const refused = await refusing.press(page, /refuse/i);
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("The sign-in server refused (access_denied)");

      await succeed(admin.delete(`/v1/members/${accountUserId}`));
      expect(await isSignedIn(browser, world.baseUrl)).toBe(false);
    },
  );

  test(
    "that cannot be reached leaves the page with the password",
    proves("people.provider.down"),
    async () => {
      await using world = await setUp();
      await world.provider.stop();
      const page = await createFormBrowser().open(`${world.baseUrl}/signin/provider`);
      expect(page.status).toBe(400);
      expect(page.text).toContain("could not be reached");
      expect(page.links.some(({ href }) => href.endsWith("/signin"))).toBe(true);
    },
  );
});
