import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor, makeKey } from "../support/actors.ts";
import { connect, execute, type ImportedApplication, importDownstream } from "../support/applications.ts";
import { type ApiResponse, type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { operations } from "../support/downstream-operations.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Toolset } from "../support/records.ts";
import { createDatabase, type SharedDatabase } from "../support/shared-database.ts";
import { type StartedServer, startServer } from "../support/start-server.ts";

let downstream: Downstream;
let database: SharedDatabase;
let one: StartedServer;
let two: StartedServer;

/** Closes the connections on which servers listen for each other's changes. */
async function cutListening(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bowline-changes' and datname = current_database()",
  );
  await client.end();
  return rowCount ?? 0;
}

type Disturbance = "nothing" | "a cut at the change" | "cuts all the time";

/** Makes a change while the servers are disturbed. Its effect must be there once it has its response. */
async function changeWhile(
  disturbance: Disturbance,
  change: () => Promise<unknown>,
  expectEffect: () => Promise<void>,
): Promise<void> {
  if (disturbance === "a cut at the change") {
    // After the cut before, they may not listen again yet.
    await expect.poll(cutListening).toBeGreaterThan(0);
  }
  const changed = { isSettled: false };
  const cutting = (async () => {
    while (disturbance === "cuts all the time" && !changed.isSettled) {
      await cutListening();
    }
  })();
  try {
    await change();
    await expectEffect();
  } finally {
    changed.isSettled = true;
    await cutting;
  }
}

interface Setup {
  /** The same actor on the server with the change and on the other one. */
  here: Actor;
  there: Caller;
  admin: Caller;
  application: ImportedApplication;
  run: (query?: Record<string, string>) => Promise<ApiResponse>;
}

async function setUp(): Promise<Setup> {
  const admin = createKeyCaller(one.adminApiKey || two.adminApiKey, one);
  const application = await importDownstream(downstream, { admin });
  const here = await hireActor({ admin, target: one });
  const there = createKeyCaller(here.apiKey, two);
  const path = `/v1/tools/${application.tool("list_items")}/execute`;
  return { here, there, admin, application, run: (query = {}) => there.post(path, {}, { query }) };
}

describeOwnServer("after a change on one of two servers, on the other one", () => {
  beforeAll(async () => {
    downstream = await startDownstream();
    database = await createDatabase("migrated");
    const settings = { DATABASE_URL: database.url, BOWLINE_MASTER_KEY: randomBytes(32).toString("base64") };
    one = await startServer(settings);
    two = await startServer({ ...settings, BOWLINE_DATA_DIR: one.dataDir });
  });
  afterAll(async () => {
    await two?.[Symbol.asyncDispose]();
    await one?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
    await downstream?.stop();
  });

  describe.each<Disturbance>(["nothing", "a cut at the change", "cuts all the time"])(
    "with %s",
    (disturbance) => {
      const holds = proves("operations.two-servers", "operations.change-holds");

      test("a deleted key is refused", holds, async () => {
        const { here } = await setUp();
        const { apiKey, apiKeyId } = await makeKey(here, { name: "Doomed" });
        const doomed = createKeyCaller(apiKey, two);
        await succeed(doomed.get("/v1/auth/whoami"));
        await changeWhile(
          disturbance,
          () => succeed(here.delete(`/v1/apikeys/${apiKeyId}`)),
          async () => expect((await doomed.get("/v1/auth/whoami")).status).toEqual(401),
        );
      });

      test("a removed member is refused", holds, async () => {
        const { here, there, admin } = await setUp();
        await succeed(there.get("/v1/auth/whoami"));
        await changeWhile(
          disturbance,
          () => succeed(admin.delete(`/v1/members/${here.accountUserId}`)),
          async () => expect((await there.get("/v1/auth/whoami")).status).toEqual(401),
        );
      });

      test("a deleted connection is no longer used", holds, async () => {
        const { here, application, run } = await setUp();
        const { connectionId } = await connect(here, application, { isDefault: true });
        expect((await run()).headers["x-bowline-connection-id"]).toBe(String(connectionId));
        await changeWhile(
          disturbance,
          () => succeed(here.delete(`/v1/connections/${connectionId}`)),
          async () => {
            expect((await run()).status).toEqual(409);
            expect((await run({ connectionId: String(connectionId) })).status).toEqual(404);
          },
        );
      });

      test("new credentials are used", holds, async () => {
        const { here, application, run } = await setUp();
        const { connectionId, secrets } = await connect(here, application, { isDefault: true });
        await run();
        const fields = Object.fromEntries(Object.keys(secrets).map((name) => [name, "renewed"]));
        const readCredential = async () => {
          downstream.forget();
          await run();
          return downstream.requests[0]?.headers.authorization;
        };
        await changeWhile(
          disturbance,
          () => succeed(here.patch(`/v1/connections/${connectionId}`, { fields })),
          async () => expect(await readCredential()).toBe("Bearer renewed"),
        );
      });

      test("a new default is used", holds, async () => {
        const { here, application, run } = await setUp();
        const { connectionId: old } = await connect(here, application, { isDefault: true });
        const { connectionId } = await connect(here, application);
        expect((await run()).headers["x-bowline-connection-id"]).toBe(String(old));
        await changeWhile(
          disturbance,
          () => succeed(here.put(`/v1/connections/${connectionId}/Default`)),
          async () => expect((await run()).headers["x-bowline-connection-id"]).toBe(String(connectionId)),
        );
      });

      test("a reduced toolset permits only its new tools", holds, async () => {
        const { here, application, run } = await setUp();
        const { connectionId } = await connect(here, application, { isDefault: true });
        const entry = { connectionId, applicationSlug: application.slug };
        const wide = [{ ...entry, toolSlugs: [application.tool("list_items")] }];
        const { toolsetId } = await succeed<Toolset>(
          here.post("/v1/toolsets", { name: "x", connections: wide }),
        );
        expect((await run({ toolsetId })).status).toBe(200);
        const connections = [{ ...entry, toolSlugs: [] }];
        await changeWhile(
          disturbance,
          () => succeed(here.patch(`/v1/toolsets/${toolsetId}`, { connections })),
          async () => expect((await run({ toolsetId })).status).toEqual(403),
        );
      });

      test("a re-imported application has its new tools", holds, async () => {
        const { here, there, admin, application, run } = await setUp();
        await connect(here, application, { isDefault: true });
        await execute(there, application.tool("list_items"));
        const { "/items": _, ...paths } = operations;
        const removed = `/v1/tools/${application.tool("list_items")}`;
        await changeWhile(
          disturbance,
          () => importDownstream(downstream, { admin, slug: application.slug, paths }),
          async () => {
            expect((await run()).status).toEqual(404);
            expect((await there.get(removed)).status).toEqual(404);
          },
        );
        await execute(there, application.tool("read_anything"));
      });
    },
  );
});
