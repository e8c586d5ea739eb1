import { afterEach, beforeEach, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin } from "../../support/actors.ts";
import { execute } from "../../support/applications.ts";
import { succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { Connection } from "../../support/records.ts";
import { atOddProvider } from "../support/consents.ts";
import { createFormBrowser } from "../support/form-browser.ts";
import { writeIdToken } from "../support/id-token.ts";
import { type Fault, type OddProvider, startOddProvider } from "../support/odd-provider.ts";
import type { Page } from "../support/page.ts";
import {
  importProvider,
  listConnections,
  type OAuthApplication,
  openConfirmation,
  press,
  readSignInResult,
  requestSignIn,
  signIn,
} from "../support/sign-in.ts";

describeOwnServer("When the provider", () => {
  let provider: OddProvider;
  let application: OAuthApplication;
  let caller: Actor;

  beforeEach(async () => {
    provider = await startOddProvider();
    application = await importProvider(theAdmin(), provider);
    caller = await hireActor();
  });
  afterEach(() => provider?.stop());

  const list = (connectionId: number) =>
    execute(caller, application.tool("items_list"), {}, { connectionId });

  async function fail(fault: Fault): Promise<Page> {
    provider.fault = fault;
    const browser = createFormBrowser();
    const { signInUrl, state } = await requestSignIn(caller, application);
    const page = await openConfirmation(browser, signInUrl, atOddProvider);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    expect(page.forms).toEqual([]);
    expect(await readSignInResult(caller, state)).toMatchObject({ connectionId: null });
    expect(await listConnections(caller, application)).toEqual([]);
    return page;
  }

  for (const fault of ["down", "html"] as const) {
    test(
      `is ${fault} at sign-in, a plain page says so and nothing is stored`,
      proves("sign-in.provider-faults"),
      async () => {
        const page = await fail(fault);
        expect(page.status).toBeGreaterThanOrEqual(400);
        expect(page.text).not.toContain("Maintenance");
        provider.fault = null;
        expect((await signIn(caller, application, atOddProvider)).status).toBe("active");
      },
    );
  }

  test(
    "redirects the exchange elsewhere, the redirect is not followed",
    proves("sign-in.provider-faults"),
    async () => {
      await fail("redirect");
      expect(provider.strayRequests).toEqual([]);
    },
  );

  test(
    "has its token endpoint in a network that is not allowed, nothing is sent there",
    proves("sign-in.provider-faults"),
    async () => {
      await provider.stop();
      provider = await startOddProvider({ facts: { tokenUrl: "http://169.254.169.254/token" } });
      application = await importProvider(theAdmin(), provider);
      const page = await openConfirmation(
        createFormBrowser(),
        (await requestSignIn(caller, application)).signInUrl,
        atOddProvider,
      );
      expect(page.status).toBe(400);
      expect(page.forms).toEqual([]);
      expect(await listConnections(caller, application)).toEqual([]);
    },
  );

  test("is slow, the sign-in ends with a page in time", proves("sign-in.provider-faults"), async () => {
    await fail("slow");
  });

  test(
    "fails at a refresh, the call fails, the connection stays active and works again later",
    proves("sign-in.refresh.unavailable"),
    async () => {
      const { connectionId } = await signIn(caller, application, atOddProvider);
      for (const fault of ["down", "html", "redirect"] as const) {
        provider.validTokens.clear();
        provider.fault = fault;
        const failed = await list(connectionId);
        expect(failed.isSuccess, fault).toBe(false);
        expect(failed.errorMessage).not.toContain("Maintenance");
        const { status } = await succeed<Connection>(caller.get(`/v1/connections/${connectionId}`));
        expect(status, fault).toBe("active");
      }
      expect(provider.strayRequests).toEqual([]);
      provider.fault = null;
      const outcome = await list(connectionId);
      expect(outcome.isSuccess, outcome.errorMessage ?? "").toBe(true);
    },
  );

  test(
    "issues the same refused token again, the call fails after one retry",
    proves("sign-in.refresh.after-401"),
    async () => {
      const { connectionId } = await signIn(caller, application, atOddProvider);
      provider.fault = "sameToken";
      const token = provider.issuedTokens[0] ?? "";
      provider.refusedToken = token;
      const [calls, asked] = [provider.apiTokens.length, provider.tokenCalls.length];
      expect((await list(connectionId)).isSuccess).toBe(false);
      expect(provider.apiTokens.length - calls).toBeLessThanOrEqual(2);
      expect(provider.tokenCalls.length - asked).toBe(1);
      provider.refusedToken = null;
      expect((await list(connectionId)).isSuccess).toBe(true);
    },
  );

  test(
    "reports that consent was refused, its message is shown escaped and nothing is stored",
    proves("sign-in.consent-refused"),
    async () => {
      const browser = createFormBrowser();
      const { signInUrl, state } = await requestSignIn(caller, application);
      const page = await openConfirmation(browser, signInUrl, press(/refuse/i));
      expect(page.html).not.toContain("<img");
      expect(page.text).toMatch(/refused/i);
      expect(page.forms).toEqual([]);
      expect(provider.tokenCalls).toEqual([]);
      expect((await readSignInResult(caller, state)).connectionId).toBeNull();
      expect(await listConnections(caller, application)).toEqual([]);
    },
  );

  test(
    "has an unknown issuer, an iss of the sign-in address is accepted",
    proves("sign-in.issuer"),
    async () => {
      provider.redirectIssuer = `${provider.origin}/tenant/v2.0`;
      expect((await signIn(caller, application, atOddProvider)).status).toBe("active");
    },
  );
});

describeOwnServer("When the provider describes itself and", () => {
  let provider: OddProvider;
  let application: OAuthApplication;
  let caller: Actor;

  beforeEach(async () => {
    provider = await startOddProvider({ describesItself: true });
    provider.writeIdToken = (nonce) => writeIdToken(claimsFor(nonce));
    application = await importProvider(theAdmin(), provider);
    caller = await hireActor();
  });
  afterEach(() => provider?.stop());

  const claimsFor = (nonce: string | null) => ({
    iss: provider.origin,
    aud: provider.client.clientId,
    sub: "7",
    email: "id@example.com",
    ...(nonce !== null && { nonce }),
  });

  for (const minutes of [-5, 5]) {
    test(`its clock is ${minutes} minutes off, sign-in and calls work`, proves("sign-in.clock"), async () => {
      provider.writeIdToken = (nonce) => writeIdToken(claimsFor(nonce), minutes * 60);
      const { connectionId, accountLabel } = await signIn(caller, application, atOddProvider);
      expect(accountLabel).toBe("id@example.com");
      const outcome = await execute(caller, application.tool("items_list"), {}, { connectionId });
      expect(outcome.isSuccess).toBe(true);
      expect(provider.tokenCalls).toHaveLength(1);
    });
  }

  const mismatches = {
    "the redirect's iss is another's": () => {
      provider.redirectIssuer = "https://attacker.example.com";
    },
    "its id token is for another client": () => {
      provider.writeIdToken = (nonce) => writeIdToken({ ...claimsFor(nonce), aud: "another-client" });
    },
    "its id token is from another issuer": () => {
      provider.writeIdToken = (nonce) =>
        writeIdToken({ ...claimsFor(nonce), iss: "https://attacker.example.com" });
    },
    "its id token has another nonce": () => {
      provider.writeIdToken = () => writeIdToken({ ...claimsFor("another"), nonce: "another" });
    },
  };
  for (const [mismatch, arrange] of Object.entries(mismatches)) {
    test(`${mismatch}, nothing is stored`, proves("sign-in.issuer"), async () => {
      arrange();
      const { signInUrl, state } = await requestSignIn(caller, application);
      const page = await openConfirmation(createFormBrowser(), signInUrl, atOddProvider);
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.forms).toEqual([]);
      expect((await readSignInResult(caller, state)).connectionId).toBeNull();
      expect(await listConnections(caller, application)).toEqual([]);
    });
  }
});
