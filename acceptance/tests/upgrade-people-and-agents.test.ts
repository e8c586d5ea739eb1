import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as client from "openid-client";
import pg from "pg";
import { expect, test } from "vitest";
import { createTokenCaller, discover } from "../authorization-server/support/token-client.ts";
import { createFormBrowser } from "../oauth/support/form-browser.ts";
import { execute } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { openFixedAddress } from "../support/fixed-address.ts";
import { startFixtureWorld } from "../support/fixture-world.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { acceptInvitation, isSignedIn, signInAt } from "../support/people.ts";
import { proves } from "../support/proves.ts";
import type { Approval, Connection, JsonObject, ListOf, Toolset } from "../support/records.ts";
import { createDatabase } from "../support/shared-database.ts";
import { type StartedServer, startServer } from "../support/start-server.ts";

/** The data in the fixture `fixtures/database-0.3.sql`. The tokens in it name this address. */
const baseUrl = "http://127.0.0.1:18997";
const masterKey = Buffer.alloc(32, 9).toString("base64");
const adminKey = "bwl_UlwJFKNzo4ikaOtHhdFDzh0d0grf134Q47SEpv";
const serviceKey = "bwl_tyyg0CG4EKMmGqvyGsHRdTTwakH3fVuB2Wuq31";
const person = { email: "person@example.com", password: "a long password of the third fixture" };
const waitingInvitation = `${baseUrl}/invitations/z4iqqMAMMD3OlhnLG09YCBfqnpXZr9SXw5UHAcknBo0`;
const session = "bowline-session=1QbaKAQ68e7L__sqetusVu96e3I03BdAKR6HOQoNeEQ; Path=/";
const connectUrl = `${baseUrl}/connect/dxcosVNBhUzdw1-4hczSHauHCYbUj4rNtwOsG9lRsu0`;
const clientId = "2LQS6gRNKP0N2gTjV9dp2j6ffxQSyRMYaldHd0DgW7J";
const refreshToken = "nL62cE1zgod6x3dVMbrypoGD3YK_gKjJta2ob6JSFzV";
const narrowedRefreshToken = "z6H-1SwAuCVvNTonmwvCPE7LcrqnuCLStel_FxFDW5I";
const serviceClientId = "bwc_uGiDW3MFu4XrzRbz4y0rqA";
const serviceClientSecret = "sfiGLC4RJB9QVH1gC6kkPeSa49fczrJuluj4P_kCCD4";
const toolsetId = "26368eee-6bec-474f-b506-3a3bd2b63645";

/** Restores the fixture, and moves the ends of everything in it to an hour from now. */
async function restore(databaseUrl: string): Promise<void> {
  const dump = await readFile(join(import.meta.dirname, "../fixtures/database-0.3.sql"), "utf8");
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query(dump);
  for (const table of [
    "approval",
    "connect_link",
    "invitation",
    "oauth_artefact",
    "oauth_grant",
    "session",
  ]) {
    await database.query(`update public.${table} set expires_date = now() + interval '1 hour'`);
  }
  await database.query("update public.session set created_date = now(), last_used_date = now()");
  for (const table of ["oauth_artefact", "oauth_grant"]) {
    await database.query(
      `update public.${table} set payload = (payload::jsonb ||
         jsonb_build_object('exp', extract(epoch from now())::bigint + 3600, 'iat', extract(epoch from now())::bigint))::text`,
    );
  }
  await database.end();
}

const startUpgraded = (databaseUrl: string): Promise<StartedServer> =>
  startServer({
    DATABASE_URL: databaseUrl,
    BOWLINE_MASTER_KEY: masterKey,
    BOWLINE_BASE_URL: baseUrl,
    BOWLINE_RETURN_URLS: "http://127.0.0.1:9/back",
    BOWLINE_HISTORY_DAYS: "3650",
    // As in the database.
    BOWLINE_PASSWORD_COST: "15",
  });

describeOwnServer("a database with people, grants, approvals and connect links", () => {
  test(
    "is upgraded, and people and clients go on where they were",
    proves("operations.upgrade.by-itself", "operations.upgrade.loses-nothing"),
    async () => {
      await using world = await startFixtureWorld();
      await using database = await createDatabase();
      await restore(database.url);
      await using server = await startUpgraded(database.url);
      await using _address = await openFixedAddress(server.baseUrl, baseUrl);
      const target = { baseUrl, hasBudgets: server.hasBudgets };

      const browser = createFormBrowser();
      browser.cookies.store(new URL(baseUrl), [session]);
      expect(await isSignedIn(browser, baseUrl)).toBe(true);
      const fresh = createFormBrowser();
      expect((await signInAt(fresh, baseUrl, person)).status).toBe(200);
      expect(await isSignedIn(fresh, baseUrl)).toBe(true);
      const late = createFormBrowser();
      expect((await acceptInvitation(late, waitingInvitation)).status).toBe(200);

      const editor = await discover(clientId, client.None(), baseUrl);
      const tokens = await client.refreshTokenGrant(editor, refreshToken);
      const own = createTokenCaller(tokens.access_token, target);
      expect(await succeed(own.get("/v1/auth/whoami"))).toMatchObject({ email: person.email });
      const connections = await succeed<ListOf<Connection>>(own.get("/v1/connections"));
      expect(connections.items).toMatchObject([{ name: "Main", status: "active", applicationSlug: "shop" }]);
      expect(await execute(own, "shop_list_items", {}, { connectionId: 1 })).toMatchObject({
        isSuccess: true,
      });
      expect(world.shopKeys).toEqual(["shop-key-of-the-third-fixture"]);

      const job = await discover(serviceClientId, client.ClientSecretBasic(serviceClientSecret), baseUrl);
      const jobTokens = await client.clientCredentialsGrant(job, { scope: "tools:read" });
      const service = createTokenCaller(jobTokens.access_token, target);
      for (const caller of [service, createKeyCaller(serviceKey, target)]) {
        expect(await succeed(caller.get("/v1/auth/whoami"))).toMatchObject({ email: "backend@example.com" });
      }
      const members = await succeed<ListOf<JsonObject>>(createKeyCaller(adminKey, target).get("/v1/members"));
      expect(members.items.map(({ fullName }) => fullName)).toEqual([
        "Admin",
        "Robin Example",
        "Late Example",
        "Backend",
      ]);
    },
  );

  test("keeps presets, approvals and connect links", proves("operations.upgrade.loses-nothing"), async () => {
    await using world = await startFixtureWorld();
    await using database = await createDatabase();
    await restore(database.url);
    await using server = await startUpgraded(database.url);
    await using _address = await openFixedAddress(server.baseUrl, baseUrl);
    const target = { baseUrl, hasBudgets: server.hasBudgets };
    const editor = await discover(clientId, client.None(), baseUrl);
    const { access_token } = await client.refreshTokenGrant(editor, refreshToken);
    const own = createTokenCaller(access_token, target);
    const narrowed = await client.refreshTokenGrant(editor, narrowedRefreshToken);
    const agent = createTokenCaller(narrowed.access_token, target);

    expect(await succeed<Toolset>(own.get(`/v1/toolsets/${toolsetId}`))).toMatchObject({
      name: "Held",
      settings: {
        approvals: "writes",
        tools: { shop_list_items: { name: "find_items", presets: { tag: "blue" } } },
      },
    });
    await refuse(agent.get("/v1/executions/1"), "FORBIDDEN");
    const approvals = await succeed<ListOf<Approval>>(own.get("/v1/approvals"));
    expect(approvals.items.map(({ status, input }) => [status, input])).toEqual([
      ["waiting", { title: "three" }],
      ["denied", { title: "two" }],
      ["approved", { title: "one" }],
    ]);
    const create = (title: string) => execute(agent, "shop_create_item", { fields: { title } });
    expect(await create("one")).toMatchObject({ isSuccess: true });
    expect(await create("three")).toMatchObject({ isSuccess: false });
    await succeed(own.post(`/v1/approvals/${approvals.items[0]?.approvalId}/Approve`));
    expect(await create("three")).toMatchObject({ isSuccess: true });
    expect(world.shopKeys).toHaveLength(2);

    const page = await createFormBrowser().open(connectUrl);
    expect(page.status, page.text).toBe(200);
    expect(page.text).toContain("Shop");
  });
});
