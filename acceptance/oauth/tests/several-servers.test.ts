import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../../support/applications.ts";
import { type Caller, createKeyCaller, succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import type { Connection, ExecuteResponse, Execution } from "../../support/records.ts";
import { createDatabase, type SharedDatabase } from "../../support/shared-database.ts";
import { type StartedServer, startServer } from "../../support/start-server.ts";
import { atStrictProvider } from "../support/consents.ts";
import { createFormBrowser } from "../support/form-browser.ts";
import {
  buildRedirectUri,
  confirming,
  importProvider,
  listConnections,
  type OAuthApplication,
  openConfirmation,
  readSignInResult,
  requestSignIn,
  signIn,
} from "../support/sign-in.ts";
import { type StrictProvider, startStrictProvider } from "../support/strict-provider.ts";

const shortLifetimeSeconds = 3;

describeOwnServer("Three servers on one database", () => {
  let database: SharedDatabase;
  let servers: StartedServer[] = [];
  let provider: StrictProvider;
  let application: OAuthApplication;
  let adminKey = "";

  const first = (): StartedServer => {
    const [server] = servers;
    if (!server) {
      throw new Error("No server runs.");
    }
    return server;
  };
  const callerAt = (server: StartedServer) => createKeyCaller(adminKey, server);
  const whoami = (server: StartedServer, connectionId: number): Promise<ExecuteResponse> =>
    execute(callerAt(server), application.tool("whoami"), {}, { connectionId });
  const readTokenTime = async ({ historyId }: ExecuteResponse): Promise<number> => {
    const record = await succeed<Execution>(callerAt(first()).get(`/v1/executions/${historyId}`));
    return record.timings?.token ?? -1;
  };
  const refreshes = () => provider.tokenCalls.filter(({ grantType }) => grantType === "refresh_token");

  beforeAll(async () => {
    database = await createDatabase("migrated");
    const settings = {
      DATABASE_URL: database.url,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
    };
    servers = [await startServer(settings)];
    // As behind a load balancer, all servers use the first one's redirect address.
    const others = { ...settings, BOWLINE_BASE_URL: new URL(buildRedirectUri(first())).origin };
    servers.push(...(await Promise.all([startServer(others), startServer(others)])));
    adminKey = first().adminApiKey;
    provider = await startStrictProvider({ redirectUri: buildRedirectUri(first()) });
    application = await importProvider(callerAt(first()), provider);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    await provider?.stop();
    await database?.[Symbol.asyncDispose]();
  });

  test(
    "refresh once for thirty calls at the moment of expiry, and all calls succeed",
    proves("sign-in.refresh.once", "history.timings.token"),
    async () => {
      for (const tokenDelayMs of [0, 400]) {
        provider.lifetimeSeconds = shortLifetimeSeconds;
        const { connectionId } = await signIn(callerAt(first()), application, atStrictProvider());
        for (const server of servers) {
          expect((await whoami(server, connectionId)).isSuccess).toBe(true);
        }
        await delay(shortLifetimeSeconds * 1000 + 200);
        provider.lifetimeSeconds = 3600;
        provider.tokenCalls.length = 0;
        provider.tokenDelayMs = tokenDelayMs;
        const calls = servers.flatMap((server) =>
          Array.from({ length: 10 }, () => whoami(server, connectionId)),
        );
        const outcomes = await Promise.all(calls);
        expect(outcomes.map(({ isSuccess, errorMessage }) => errorMessage ?? isSuccess)).toEqual(
          Array(30).fill(true),
        );
        expect(refreshes()).toEqual([expect.objectContaining({ status: 200 })]);
        const tokenTimes = await Promise.all(outcomes.map(readTokenTime));
        // A timer may end a millisecond early.
        expect(Math.max(...tokenTimes)).toBeGreaterThanOrEqual(tokenDelayMs - 2);
      }
      provider.tokenDelayMs = 0;
    },
  );

  test(
    "share a sign-in: started on one, redirected to another, confirmed on a third",
    proves("operations.two-servers", "sign-in.callback"),
    async () => {
      const [one, two, three] = servers.map((server) => new URL(server.baseUrl).port);
      const caller = callerAt(first());
      const browser = createFormBrowser();
      browser.stopBefore = /\/oauth\/callback\?/;
      const { signInUrl, state } = await requestSignIn(caller, application);
      const { url } = await openConfirmation(browser, signInUrl, atStrictProvider());
      browser.stopBefore = null;
      const page = await browser.open(url.replace(`:${one}/`, `:${two}/`));
      const forms = page.forms.map((form) => ({
        ...form,
        action: form.action.replace(`:${two}/`, `:${three}/`),
      }));
      const done = await browser.press({ ...page, forms }, confirming);
      expect(done.status, done.text).toBe(200);
      const { connectionId } = await readSignInResult(caller, state);
      expect((await whoami(servers[1] ?? first(), connectionId ?? 0)).isSuccess).toBe(true);
    },
  );

  test("lose a rotated token when the power fails before it is stored; signing in again restores the connection", {
    // The others wait until the dead server's refresh lock has expired.
    ...proves("sign-in.refresh.refused", "sign-in.reconnect"),
  }, async () => {
    const [one, two] = [first(), servers[1] ?? first()];
    provider.lifetimeSeconds = shortLifetimeSeconds;
    const { connectionId } = await signIn(callerAt(one), application, atStrictProvider());
    provider.lifetimeSeconds = 3600;
    await delay(shortLifetimeSeconds * 1000 + 200);
    provider.onGrant = () => void two.kill();
    await expect(whoami(two, connectionId)).rejects.toThrow();
    provider.onGrant = null;

    const failed = await whoami(one, connectionId);
    expect(failed.isSuccess).toBe(false);
    const read = () => succeed<Connection>(callerAt(one).get(`/v1/connections/${connectionId}`));
    expect(await read()).toMatchObject({ status: "expired" });
    const again = await signIn(callerAt(one), application, atStrictProvider(), { connectionId });
    expect(again).toMatchObject({ connectionId, status: "active" });
    expect((await whoami(one, connectionId)).isSuccess).toBe(true);
  });

  test(
    "accept no state and no confirmation after ten minutes",
    proves("sign-in.state", "sign-in.bad-state"),
    async () => {
      const server = first();
      const caller = callerAt(server);
      const before = await listConnectionIds(caller);
      const late = await requestSignIn(caller, application);
      await expireSignIns();
      const page = await openConfirmation(createFormBrowser(), late.signInUrl, atStrictProvider());
      expect(page.status).toBe(400);
      expect(page.forms).toEqual([]);
      expect((await readSignInResult(caller, late.state)).status).toBe("expired");

      const browser = createFormBrowser();
      const left = await requestSignIn(caller, application);
      const confirmation = await openConfirmation(browser, left.signInUrl, atStrictProvider());
      await expireSignIns();
      expect((await browser.press(confirmation, confirming)).status).toBe(400);
      expect(await listConnectionIds(caller)).toEqual(before);
    },
  );

  /** Ids only: the date of a last use is stored late. */
  async function listConnectionIds(caller: Caller): Promise<number[]> {
    const connections = await listConnections(caller, application);
    return connections.map(({ connectionId }) => connectionId);
  }

  /** Makes every sign-in older than ten minutes, instead of waiting. */
  async function expireSignIns(): Promise<void> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rowCount } = await client.query(
      "update sign_in set expires_date = expires_date - interval '11 minutes'",
    );
    await client.end();
    expect(rowCount).toBeGreaterThan(0);
  }
});
