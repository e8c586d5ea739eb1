import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../../support/applications.ts";
import { succeed } from "../../support/caller.ts";
import { makeLink } from "../../support/connect-links.ts";
import { describeOwnServer, useOwnServer } from "../../support/own-server.ts";
import { isSignedIn, signInAt } from "../../support/people.ts";
import { proves } from "../../support/proves.ts";
import type { Connection } from "../../support/records.ts";
import { atOddProvider } from "../support/consents.ts";
import { createFormBrowser, type FormBrowser } from "../support/form-browser.ts";
import { type OddProvider, startOddProvider } from "../support/odd-provider.ts";
import {
  confirm,
  importProvider,
  listConnections,
  type OAuthApplication,
  readSignInResult,
  requestSignIn,
} from "../support/sign-in.ts";

const email = "ada@example.com";
const password = "plain words that nobody else took";

describeOwnServer("A browser with a session", () => {
  const own = useOwnServer({ BOWLINE_ADMIN_EMAIL: email, BOWLINE_ADMIN_PASSWORD: password });
  let provider: OddProvider;
  let application: OAuthApplication;

  beforeAll(async () => {
    provider = await startOddProvider();
    application = await importProvider(own.admin, provider);
  });
  afterAll(() => provider?.stop());

  /** A browser in which the Admin is signed in. */
  async function openOwnBrowser(): Promise<FormBrowser> {
    const browser = createFormBrowser();
    // The callback has this name, and cookies belong to a name.
    const address = own.server.baseUrl.replace("127.0.0.1", "localhost");
    expect((await signInAt(browser, address, { email, password })).status).toBe(200);
    expect(await isSignedIn(browser, address)).toBe(true);
    return browser;
  }

  const finish = async (browser: FormBrowser, signInUrl: string) =>
    atOddProvider(browser, await browser.open(signInUrl));

  test(
    "is not asked when the account is for its own member",
    proves("confirm-page.own-browser"),
    async () => {
      const browser = await openOwnBrowser();
      const { signInUrl, state } = await requestSignIn(own.admin, application);
      const page = await finish(browser, signInUrl);
      expect(page.text).toContain("Connected");
      expect(page.forms).toEqual([]);
      const { connectionId } = await readSignInResult(own.admin, state);
      const connections = await listConnections(own.admin, application);
      expect(connections).toMatchObject([{ connectionId, accountLabel: "odd-ada" }]);

      const link = await makeLink(own.admin, application);
      const asked = await browser.press(await browser.open(link.connectUrl), /connect/i);
      expect((await atOddProvider(browser, asked)).text).toContain("Connected");
      expect(await readSignInResult(own.admin, link.state)).toMatchObject({ status: "confirmed" });
    },
  );

  test("is asked when the account is for somebody else", proves("confirm-page.own-browser"), async () => {
    const [browser, other] = [await openOwnBrowser(), await own.hire()];
    const before = (await listConnections(own.admin, application)).length;
    const { signInUrl, state } = await requestSignIn(other, application);
    const page = await finish(browser, signInUrl);
    expect(page.forms).toHaveLength(1);
    expect(page.text).toContain(other.fullName);
    expect(await readSignInResult(other, state)).toMatchObject({ status: "pending" });
    const { signInUrl: signedOut } = await requestSignIn(own.admin, application);
    expect((await finish(createFormBrowser(), signedOut)).forms).toHaveLength(1);
    expect(await listConnections(own.admin, application)).toHaveLength(before);
    expect(await listConnections(other, application)).toEqual([]);
  });

  test(
    "is asked when a connection would get another account",
    proves("confirm-page.own-browser"),
    async () => {
      const browser = await openOwnBrowser();
      const first = await requestSignIn(own.admin, application);
      await finish(browser, first.signInUrl);
      const { connectionId } = await readSignInResult(own.admin, first.state);
      provider.account = "odd-grace";
      try {
        const { signInUrl } = await requestSignIn(own.admin, application, { connectionId });
        const page = await finish(browser, signInUrl);
        expect(page.text).toContain("Another account");
        const connections = await listConnections(own.admin, application);
        expect(connections.find((each) => each.connectionId === connectionId)?.accountLabel).toBe("odd-ada");
      } finally {
        provider.account = "odd-ada";
      }
    },
  );

  test(
    "alone can give a connection another account by the link of a failed call, which an agent has, too",
    proves("confirm-page.kept-account"),
    async () => {
      const [browser, other] = [await openOwnBrowser(), createFormBrowser()];
      const { signInUrl, state } = await requestSignIn(own.admin, application);
      await finish(browser, signInUrl);
      const connectionId = Number((await readSignInResult(own.admin, state)).connectionId);
      const readLabel = async () =>
        (await succeed<Connection>(own.admin.get(`/v1/connections/${connectionId}`))).accountLabel;
      const failCall = async (): Promise<string> => {
        provider.refusesApi = true;
        const { errorMessage } = await execute(
          own.admin,
          application.tool("items_list"),
          {},
          { connectionId },
        );
        provider.refusesApi = false;
        return /https?:\S+/.exec(errorMessage ?? "")?.[0] ?? "";
      };
      provider.account = "odd-grace";
      try {
        const refused = await finish(other, await failCall());
        expect(refused.status).toBe(400);
        expect(refused.text).toContain("The link was for the account odd-ada.");
        expect(refused.forms).toEqual([]);
        expect(await readLabel()).toBe("odd-ada");

        const asked = await finish(browser, await failCall());
        expect(asked.text).toContain("Another account");
        await confirm(browser, asked);
        expect(await readLabel()).toBe("odd-grace");

        await confirm(other, await finish(other, await failCall()));
        expect(await readLabel()).toBe("odd-grace");
      } finally {
        provider.account = "odd-ada";
      }
    },
  );
});
