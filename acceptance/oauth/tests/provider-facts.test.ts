import { afterEach, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin } from "../../support/actors.ts";
import { refuse, succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import { atOddProvider } from "../support/consents.ts";
import { createFormBrowser } from "../support/form-browser.ts";
import { type OddProvider, type OddProviderOptions, startOddProvider } from "../support/odd-provider.ts";
import {
  confirm,
  importProvider,
  type OAuthApplication,
  openConfirmation,
  readSignInResult,
  requestSignIn,
  signIn,
} from "../support/sign-in.ts";

describeOwnServer("A provider fact", () => {
  let provider: OddProvider;
  let caller: Actor;
  beforeAll(async () => {
    caller = await hireActor();
  });
  afterEach(() => provider?.stop());

  async function use(options: OddProviderOptions): Promise<OAuthApplication> {
    provider = await startOddProvider(options);
    return importProvider(theAdmin(), provider);
  }

  test("renames the client's id and adds required scopes", proves("sign-in.provider-facts"), async () => {
    const facts = { clientIdParameter: "client_key", requiredScopes: ["offline"], scopeSeparator: "," };
    const application = await use({ facts });
    await signIn(caller, application, atOddProvider);
    const [asked] = provider.authorizations;
    expect(asked?.get("client_key")).toBe(provider.client.clientId);
    expect(asked?.has("client_id")).toBe(false);
    expect(asked?.get("scope")?.split(",").sort()).toEqual(["items:read", "offline"]);
    expect(provider.tokenCalls[0]?.sent).not.toHaveProperty("client_id");
  });

  test("switches PKCE off", proves("sign-in.pkce"), async () => {
    const application = await use({ facts: { pkce: false } });
    const { signInUrl } = await requestSignIn(caller, application);
    expect(new URL(signInUrl).searchParams.has("code_challenge")).toBe(false);
    expect((await signIn(caller, application, atOddProvider)).status).toBe("active");
    expect(provider.tokenCalls[0]?.sent).not.toHaveProperty("code_verifier");
  });

  test("says where the grant names the account", proves("sign-in.account-label"), async () => {
    const facts = {
      accountLabelPaths: ["/workspace_name"],
      keepFromAnswer: { workspace: "/workspace_id" },
    };
    const grantMembers = { workspace_name: "The workbench", workspace_id: "w-7" };
    const connection = await signIn(caller, await use({ facts, grantMembers }), atOddProvider);
    expect(connection.accountLabel).toBe("The workbench");
    expect(connection.fields).toMatchObject({ workspace: "w-7" });
  });

  test(
    "describes the account call and the fields to store from its response",
    proves("sign-in.account-label", "sign-in.provider-facts"),
    async () => {
      const account = {
        url: "{origin}/me",
        headers: { Authorization: "OAuth {token}", "X-Api-Version": "2" },
        labelPaths: ["/missing", "/login"],
        keep: { dc: "/dc" },
      };
      const connection = await signIn(caller, await use({ facts: { account } }), atOddProvider);
      expect(connection).toMatchObject({ accountLabel: "odd-ada", fields: { dc: "us7" } });
      expect(provider.accountCalls).toMatchObject([
        { authorization: `OAuth ${provider.issuedTokens[0]}`, "x-api-version": "2" },
      ]);
    },
  );

  test(
    "on the account is not needed when the API has a call that reads it",
    proves("connections.account.sign-in"),
    async () => {
      const application = await use({ hasAccountOperation: true });
      const browser = createFormBrowser();
      const { signInUrl, state } = await requestSignIn(caller, application);
      const page = await openConfirmation(browser, signInUrl, atOddProvider);
      expect(page.text).toContain("odd-ada");
      expect(provider.accountCalls).toMatchObject([{ authorization: `Bearer ${provider.issuedTokens[0]}` }]);
      await confirm(browser, page);
      const { connectionId } = await readSignInResult(caller, state);
      expect(await succeed(caller.get(`/v1/connections/${connectionId}`))).toMatchObject({
        accountLabel: "odd-ada",
      });

      provider.refusesApi = true;
      expect(await signIn(caller, application, atOddProvider)).toMatchObject({
        accountLabel: null,
        status: "active",
      });
      expect(provider.accountCalls).toHaveLength(2);
    },
  );

  test("adds parameters to each request", proves("sign-in.provider-facts"), async () => {
    const facts = {
      authorizationParameters: { access_type: "offline" },
      tokenParameters: { action: "requesttoken" },
    };
    await signIn(caller, await use({ facts }), atOddProvider);
    expect(provider.authorizations[0]?.get("access_type")).toBe("offline");
    expect(provider.tokenCalls[0]?.sent).toMatchObject({ action: "requesttoken" });
  });

  test("selects JSON for revocation", proves("connections.delete.revokes"), async () => {
    const application = await use({ form: "jsonRequest", facts: { revocationUrl: "{origin}/revoke" } });
    const { connectionId } = await signIn(caller, application, atOddProvider);
    expect(await succeed<string>(caller.delete(`/v1/connections/${connectionId}`))).toMatch(/revoked/i);
    const tokens = provider.revocations.map((body) => JSON.parse(body).token);
    expect(tokens).toContain(provider.issuedTokens[0]);
  });

  test("with a variable in an address requires its value", proves("sign-in.missing-fields"), async () => {
    const facts = { authorizationUrl: "{origin}/{tenant}/authorize" };
    const application = await use({ facts, variables: { tenant: { description: "Your tenant" } } });
    const body = { applicationSlug: application.slug };
    await refuse(caller.post("/v1/connections/GetSignInUrl", body), "VALIDATION_ERROR", ["fields.tenant"]);
    const { signInUrl } = await requestSignIn(caller, application, { fields: { tenant: "main" } });
    expect(new URL(signInUrl).pathname).toBe("/main/authorize");
  });

  test(
    "with a variable in an address does not let the caller choose another host",
    proves("sign-in.missing-fields"),
    async () => {
      const facts = {
        authorizationUrl: "http://{tenant}.example.com/authorize",
        tokenUrl: "http://{tenant}.example.com/token",
      };
      const application = await use({ facts, variables: { tenant: { description: "Your tenant" } } });
      const hosts = [
        "evil.test/",
        "evil.test#",
        "evil.test?",
        "evil.test\\",
        "a@evil.test",
        "evil.test:80/",
        "evil.test%2f",
        "x/../..",
      ];
      for (const tenant of [...hosts, ...hosts.map((host) => `${host}.`), "..", " ", "\tevil.test/\n"]) {
        const body = { applicationSlug: application.slug, fields: { tenant } };
        const response = await caller.post("/v1/connections/GetSignInUrl", body);
        const { signInUrl } = response.body as { signInUrl?: string };
        const isSafe = signInUrl === undefined || new URL(signInUrl).hostname.endsWith(".example.com");
        expect([isSafe, [200, 400, 409].includes(response.status)], `${tenant} ${response.text}`).toEqual([
          true,
          true,
        ]);
      }
    },
  );
});
