import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { execute } from "../../support/applications.ts";
import { createKeyCaller, succeed } from "../../support/caller.ts";
import { describeOwnServer } from "../../support/own-server.ts";
import { proves } from "../../support/proves.ts";
import { createDatabase, type SharedDatabase } from "../../support/shared-database.ts";
import { type StartedServer, startServer } from "../../support/start-server.ts";
import { atStrictProvider } from "../support/consents.ts";
import { createFormBrowser } from "../support/form-browser.ts";
import {
  buildRedirectUri,
  importProvider,
  type OAuthApplication,
  openConfirmation,
  requestSignIn,
  signIn,
} from "../support/sign-in.ts";
import { type StrictProvider, startStrictProvider } from "../support/strict-provider.ts";

/** A job that its server had begun is taken up 20 to 40 seconds after the server was killed. */
const revokedWithin = { timeout: 120_000 };

describeOwnServer("A server that is killed", () => {
  let database: SharedDatabase;
  let server: StartedServer;
  let provider: StrictProvider;
  const callerAt = (target: StartedServer) => createKeyCaller(server.adminApiKey, target);
  const importAgain = (): Promise<OAuthApplication> => importProvider(callerAt(server), provider);

  beforeEach(async () => {
    database = await createDatabase("migrated");
    server = await startServer({
      DATABASE_URL: database.url,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
    });
    provider = await startStrictProvider({ redirectUri: buildRedirectUri(server) });
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await provider.stop();
    await database[Symbol.asyncDispose]();
  });

  test(
    "leaves no token of a deleted connection good, and revokes none that is in use",
    proves("connections.delete.killed"),
    async () => {
      const [deleted, kept] = [await importAgain(), await importAgain()];
      for (const account of ["one", "two", "three", "four"]) {
        await signIn(callerAt(server), deleted, atStrictProvider(account));
      }
      const { connectionId } = await signIn(callerAt(server), kept, atStrictProvider("five"));
      expect(await provider.countGrants()).toBe(5);
      provider.revocationDelayMs = 300;
      await succeed(callerAt(server).delete(`/v1/applications/${deleted.slug}`, { force: true }));
      await expect.poll(() => provider.revocations, revokedWithin).toBeGreaterThan(1);
      await server.kill();
      expect(await provider.countGrants()).toBeGreaterThan(1);
      const again = await server.restart();
      try {
        await expect.poll(provider.countGrants, revokedWithin).toBe(1);
        const outcome = await execute(callerAt(again), kept.tool("whoami"), {}, { connectionId });
        expect(outcome).toMatchObject({ isSuccess: true });
      } finally {
        await again[Symbol.asyncDispose]();
      }
    },
  );

  test(
    "leaves no token of a sign-in good that nobody confirmed",
    proves("sign-in.dropped.killed"),
    async () => {
      const application = await importAgain();
      const { signInUrl } = await requestSignIn(callerAt(server), application);
      const page = await openConfirmation(createFormBrowser(), signInUrl, atStrictProvider());
      expect(page.status).toBe(200);
      await server.kill();
      const again = await server.restart();
      try {
        await succeed(callerAt(again).delete(`/v1/applications/${application.slug}`));
        expect(await provider.countGrants()).toBe(1);
        const client = new Client({ connectionString: database.url });
        await client.connect();
        await client.query("update pgboss.job set start_after = now() where name = 'revoke-tokens'");
        await client.end();
        await expect.poll(provider.countGrants, revokedWithin).toBe(0);
      } finally {
        await again[Symbol.asyncDispose]();
      }
    },
  );
});
