import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin } from "../../support/actors.ts";
import { execute } from "../../support/applications.ts";
import { succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { Connection, ExecuteResponse, Execution } from "../../support/records.ts";
import { plantSecret } from "../../support/secrets.ts";
import { atStrictProvider } from "../support/consents.ts";
import { createFormBrowser } from "../support/form-browser.ts";
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
import { type StrictProvider, startStrictProvider } from "../support/strict-provider.ts";

describeOwnServer("A strict provider", () => {
  let provider: StrictProvider;
  let application: OAuthApplication;
  let caller: Actor;

  beforeAll(async () => {
    provider = await startStrictProvider({ redirectUri: buildRedirectUri() });
    application = await importProvider(theAdmin(), provider);
    caller = await hireActor();
  });
  afterAll(() => provider?.stop());

  const whoami = (connectionId: number) => execute(caller, application.tool("whoami"), {}, { connectionId });
  /** Finds the address to sign in that a failure names. */
  function findLink({ isSuccess, errorMessage }: ExecuteResponse): string {
    expect(isSuccess).toBe(false);
    const link = /https?:\/\/\S+/.exec(errorMessage ?? "")?.[0]?.replace(/[.,)]+$/, "") ?? "";
    expect(link, errorMessage ?? "").not.toBe("");
    return link;
  }
  const refreshes = () => provider.tokenCalls.filter(({ grantType }) => grantType === "refresh_token");

  test(
    "receives each refresh token once, and no call fails while tokens expire",
    proves("sign-in.refresh.rotation", "sign-in.refresh.before-expiry"),
    async () => {
      // A token is refreshed in about the last fifth of its lifetime: then it is due but still valid. On a busy machine a call may come
      // when it has ended. Then the test retries with a longer lifetime.
      let connection: Connection | undefined;
      for (let lifetimeMs = 6000, isInTime = false; !isInTime; lifetimeMs *= 2) {
        provider.lifetimeSeconds = lifetimeMs / 1000;
        let begin = performance.now();
        connection = await signIn(caller, application, atStrictProvider("bea"));
        expect(connection.accountLabel).toBe("bea@example.com");
        provider.tokenCalls.length = 0;
        provider.refusedCalls = 0;
        isInTime = true;
        for (const pauseMs of [0, 0.87 * lifetimeMs, 0.87 * lifetimeMs]) {
          await delay(pauseMs);
          const ownBegin = performance.now();
          const outcome = await whoami(connection.connectionId);
          expect(outcome).toMatchObject({ isSuccess: true, output: { account: "bea" } });
          // The token is not older than the step before, in which it may have been issued.
          isInTime &&= performance.now() - begin < lifetimeMs;
          begin = ownBegin;
        }
      }
      expect(provider.refusedCalls).toBe(0);
      const sent = refreshes().map(({ refreshToken }) => refreshToken);
      expect(sent.length).toBeGreaterThanOrEqual(2);
      expect(new Set(sent).size).toBe(sent.length);
      expect(refreshes().every(({ status }) => status === 200)).toBe(true);
      const { status } = await succeed<Connection>(caller.get(`/v1/connections/${connection?.connectionId}`));
      expect(status).toBe("active");
    },
  );

  test("gets one refresh when ten calls find the token expired", proves("sign-in.refresh.once"), async () => {
    provider.lifetimeSeconds = 3;
    const { connectionId } = await signIn(caller, application, atStrictProvider("cyd"));
    await delay(3200);
    provider.lifetimeSeconds = 3600;
    provider.tokenCalls.length = 0;
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => whoami(connectionId)));
    expect(outcomes.map(({ isSuccess }) => isSuccess)).toEqual(Array(10).fill(true));
    expect(refreshes()).toHaveLength(1);
  });

  test(
    "that revoked the grant leaves the connection expired, with a link that restores the same connection",
    proves(
      "sign-in.refresh.refused",
      "sign-in.refresh.link-used",
      "sign-in.reconnect",
      "failures.refresh",
      "execute.dry-run.refused",
    ),
    async () => {
      provider.lifetimeSeconds = 3;
      const { connectionId } = await signIn(caller, application, atStrictProvider("dan"));
      await succeed(caller.put(`/v1/connections/${connectionId}/Default`));
      await provider.endGrants();
      await delay(3200);
      const failed = await whoami(connectionId);
      const link = findLink(failed);
      const record = await succeed<Execution>(caller.get(`/v1/executions/${failed.historyId}`));
      expect(record.failureKind).toBe("authorizationExpired");
      const expired = await succeed<Connection>(caller.get(`/v1/connections/${connectionId}`));
      expect(expired).toMatchObject({
        status: "expired",
        statusReason: expect.stringContaining("invalid_grant"),
      });
      provider.tokenCalls.length = 0;
      expect(findLink(await whoami(connectionId))).toBe(link);
      const query = { connectionId, dryRun: true };
      expect(await execute(caller, application.tool("whoami"), {}, query)).toMatchObject({
        isSuccess: false,
        errorMessage: expired.statusReason,
        output: null,
        historyId: null,
      });
      expect(refreshes()).toHaveLength(0);

      const refuser = createFormBrowser();
      await refuser.press(await openConfirmation(refuser, link, atStrictProvider("dan")), refusing);
      const next = findLink(await whoami(connectionId));
      expect(next).not.toBe(link);
      const browser = createFormBrowser();
      await confirm(browser, await openConfirmation(browser, next, atStrictProvider("dan")));
      const back = await succeed<Connection>(caller.get(`/v1/connections/${connectionId}`));
      expect(back).toMatchObject({ status: "active", statusReason: null, isDefault: true });
      expect((await whoami(connectionId)).output).toEqual({ account: "dan" });
    },
  );

  test("revokes the tokens of a deleted connection", proves("connections.delete.revokes"), async () => {
    const { connectionId } = await signIn(caller, application, atStrictProvider("eve"));
    const before = provider.revocations;
    expect(await succeed<string>(caller.delete(`/v1/connections/${connectionId}`))).toMatch(/revoked/i);
    expect(provider.revocations).toBeGreaterThan(before);
  });

  test("revokes the tokens of a removed member", proves("connections.delete.with-owner"), async () => {
    const member = await hireActor();
    await signIn(member, application, atStrictProvider("fay"));
    const before = provider.revocations;
    await succeed(theAdmin().delete(`/v1/members/${member.accountUserId}`));
    await expect.poll(() => provider.revocations, { timeout: 30_000 }).toBe(before + 2);
  });

  test(
    "revokes the tokens of a person who deletes the profile",
    proves("connections.delete.with-profile"),
    async () => {
      const member = await hireActor();
      await signIn(member, application, atStrictProvider("hal"));
      const before = provider.revocations;
      await succeed(member.delete("/v1/auth/profile"));
      await expect.poll(() => provider.revocations, { timeout: 30_000 }).toBe(before + 2);
    },
  );

  test(
    "revokes the tokens of an application's connections when it is deleted",
    proves("connections.delete.with-application"),
    async () => {
      const other = await importProvider(theAdmin(), provider);
      await signIn(caller, other, atStrictProvider("gil"));
      const before = provider.revocations;
      const path = `/v1/applications/${other.slug}?force=true`;
      expect(await succeed<string>(theAdmin().delete(path))).toBe(`Application "${other.slug}" was deleted.`);
      await expect.poll(() => provider.revocations, { timeout: 30_000 }).toBe(before + 2);
    },
  );
});

describeOwnServer("An OAuth client that is changed during a sign-in", () => {
  let provider: StrictProvider;
  let application: OAuthApplication;
  let caller: Actor;

  beforeAll(async () => {
    provider = await startStrictProvider({ redirectUri: buildRedirectUri() });
  });
  beforeEach(async () => {
    application = await importProvider(theAdmin(), provider);
    caller = await hireActor();
  });
  afterAll(() => provider?.stop());

  const clientPath = () =>
    `/v1/applications/${application.slug}/authentications/${application.authenticationId}/client`;
  const replace = () =>
    succeed(theAdmin().put(clientPath(), { clientId: "another", clientSecret: plantSecret("another") }));
  const remove = () => succeed(theAdmin().delete(clientPath()));
  const changes = { replaced: replace, removed: remove };

  for (const [how, change] of Object.entries(changes)) {
    for (const [decision, control] of Object.entries({ confirms: confirming, refuses: refusing })) {
      test(
        `is ${how} before the person ${decision}: nothing is stored, and the tokens are revoked`,
        proves("sign-in.dropped.client", "sign-in.confirm.refused"),
        async () => {
          const browser = createFormBrowser();
          const before = await provider.countGrants();
          const { signInUrl, state } = await requestSignIn(caller, application);
          const page = await openConfirmation(browser, signInUrl, atStrictProvider("ida"));
          expect(await provider.countGrants()).toBe(before + 1);
          await change();
          const end = await browser.press(page, control);
          expect(end.text).toContain("Nothing was stored, and the access was revoked at the application.");
          expect(end.text.includes("The OAuth client was changed")).toBe(control === confirming);
          expect(await provider.countGrants()).toBe(before);
          expect(await listConnections(caller, application)).toEqual([]);
          expect((await readSignInResult(caller, state)).status).toBe("failed");
        },
      );
    }
  }

  test.each(Object.entries(changes))(
    "is %s before the provider sends the person back: its code is not exchanged",
    proves("sign-in.dropped.client"),
    async (_, change) => {
      const { signInUrl, state } = await requestSignIn(caller, application);
      await change();
      provider.tokenCalls.length = 0;
      const page = await openConfirmation(createFormBrowser(), signInUrl, atStrictProvider("ida"));
      expect(page.status).toBe(400);
      expect(page.text).toContain("The OAuth client was changed while you signed in. Start again.");
      expect(provider.tokenCalls).toEqual([]);
      expect(await readSignInResult(caller, state)).toMatchObject({ status: "failed", connectionId: null });
    },
  );
});

describeOwnServer("A client-credentials provider", () => {
  test(
    "that is down at the connecting is asked for a token later",
    proves("connections.create.unreachable"),
    async () => {
      const provider = await startStrictProvider({ redirectUri: "", isForMachines: true });
      const document = { ...provider.document, "x-bowline-test": { operation: "whoami" } };
      const application = await importProvider(theAdmin(), { ...provider, document });
      await provider.stop();
      const body = {
        applicationSlug: application.slug,
        authenticationId: application.authenticationId,
        fields: {},
      };
      const created = await (await hireActor()).post("/v1/connections", body);
      expect([created.status, created.headers["x-bowline-warning"]]).toEqual([
        200,
        expect.stringMatching(/^The credentials were stored, but they could not be tried\. ./),
      ]);
    },
  );

  test(
    "issues a token to the application itself, and another when that expires",
    proves("sign-in.client-credentials"),
    async () => {
      const provider = await startStrictProvider({
        redirectUri: "",
        isForMachines: true,
        lifetimeSeconds: 2,
      });
      try {
        const application = await importProvider(theAdmin(), provider);
        const caller = await hireActor();
        const { connectionId } = await succeed<Connection>(
          caller.post("/v1/connections", {
            applicationSlug: application.slug,
            authenticationId: application.authenticationId,
            fields: {},
          }),
        );
        for (const pause of [0, 2500]) {
          await delay(pause);
          const outcome = await execute(caller, application.tool("whoami"), {}, { connectionId });
          expect(outcome, outcome.errorMessage ?? "").toMatchObject({
            isSuccess: true,
            output: { account: provider.client.clientId },
          });
        }
        expect(new Set(provider.tokenCalls.map(({ grantType }) => grantType))).toEqual(
          new Set(["client_credentials"]),
        );
        expect(provider.tokenCalls.length).toBeGreaterThanOrEqual(2);
      } finally {
        await provider.stop();
      }
    },
  );
});
