import { beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin } from "../../support/actors.ts";
import { execute } from "../../support/applications.ts";
import { succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { Connection } from "../../support/records.ts";
import { atOddProvider } from "../support/consents.ts";
import { createFormBrowser } from "../support/form-browser.ts";
import { type OddForm, type OddProvider, startOddProvider } from "../support/odd-provider.ts";
import {
  importProvider,
  listConnections,
  type OAuthApplication,
  openConfirmation,
  readSignInResult,
  requestSignIn,
  signIn,
} from "../support/sign-in.ts";

const claims: Record<OddForm, string> = {
  formEncoded: "responds with a form",
  errorWith200: "refuses with status 200",
  nestedToken: "nests its tokens",
  lifetimeAsText: "sends a token's lifetime as text",
  noTokenType: "sends no token type",
  jsonRequest: "accepts only JSON",
  unencodedBasic: "requires Basic credentials that are not URL-encoded",
};

describeOwnServer("A provider that", () => {
  let caller: Actor;
  beforeAll(async () => {
    caller = await hireActor();
  });

  for (const form of Object.keys(claims) as OddForm[]) {
    test(
      `${claims[form]} supports sign-in, calls and refresh`,
      proves("sign-in.provider-forms"),
      async () => {
        const provider = await startOddProvider({ form });
        try {
          const application = await importProvider(theAdmin(), provider);
          const { connectionId, accountLabel } = await signIn(caller, application, atOddProvider);
          expect(accountLabel).toBe("odd-ada");
          const list = () => execute(caller, application.tool("items_list"), {}, { connectionId });
          expect(await list()).toMatchObject({ isSuccess: true });

          provider.validTokens.clear();
          expect(await list()).toMatchObject({ isSuccess: true });
          expect(provider.apiTokens.at(-1)).toBe(provider.issuedTokens[1]);

          provider.validTokens.clear();
          provider.refusal = "invalid_grant";
          await checkRefusal(provider, caller, application, connectionId);
        } finally {
          await provider.stop();
        }
      },
    );
  }

  test(
    "sends no lifetime gets a refresh only when it refuses the token",
    proves("sign-in.refresh.after-401"),
    async () => {
      const provider = await startOddProvider();
      provider.lifetimeSeconds = null;
      try {
        const application = await importProvider(theAdmin(), provider);
        const { connectionId } = await signIn(caller, application, atOddProvider);
        const list = () => execute(caller, application.tool("items_list"), {}, { connectionId });
        await list();
        expect(provider.tokenCalls).toHaveLength(1);
        provider.validTokens.clear();
        expect((await list()).isSuccess).toBe(true);
        expect(provider.tokenCalls).toHaveLength(2);
      } finally {
        await provider.stop();
      }
    },
  );

  test(
    "refuses the client with status 200 leads to a page that says so, and no connection",
    proves("sign-in.provider-forms"),
    async () => {
      const provider = await startOddProvider({ form: "errorWith200" });
      try {
        const application = await importProvider(theAdmin(), provider);
        provider.refusal = "incorrect_client_credentials";
        const browser = createFormBrowser();
        const { signInUrl, state } = await requestSignIn(caller, application);
        const page = await openConfirmation(browser, signInUrl, atOddProvider);
        expect(page.text).toContain("incorrect_client_credentials");
        expect(page.forms).toEqual([]);
        expect((await readSignInResult(caller, state)).connectionId).toBeNull();
        expect(await listConnections(caller, application)).toEqual([]);
      } finally {
        await provider.stop();
      }
    },
  );
});

async function checkRefusal(
  provider: OddProvider,
  caller: Actor,
  application: OAuthApplication,
  connectionId: number,
): Promise<void> {
  const failed = await execute(caller, application.tool("items_list"), {}, { connectionId });
  expect(failed.isSuccess).toBe(false);
  const connection = await succeed<Connection>(caller.get(`/v1/connections/${connectionId}`));
  expect(connection.status).toBe("expired");
  const asked = provider.tokenCalls.length;
  await execute(caller, application.tool("items_list"), {}, { connectionId });
  expect(provider.tokenCalls).toHaveLength(asked);
}
