import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hireActor, makeKey } from "../support/actors.ts";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { type ApiResponse, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Connection, Toolset } from "../support/records.ts";
import { createDatabase, type SharedDatabase } from "../support/shared-database.ts";
import { startFailingServer, startServer } from "../support/start-server.ts";

const whoami = "/v1/auth/whoami";
let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

describeOwnServer("servers on one outside database", () => {
  const [firstKey, secondKey] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const buildSettings = ({ url }: SharedDatabase) => ({ DATABASE_URL: url, BOWLINE_MASTER_KEY: firstKey });

  test("need a master key", proves("operations.master-key.required", "operations.bad-settings"), async () => {
    const { exitCode, log } = await startFailingServer({
      DATABASE_URL: "postgres://nobody:nothing@127.0.0.1:1/none",
    });
    expect(exitCode).not.toBe(0);
    expect(log).toContain("BOWLINE_MASTER_KEY");
  });

  test(
    "may start at the same time, and a change on one takes effect on the other",
    proves("operations.two-servers", "keys.delete"),
    async () => {
      await using database = await createDatabase();
      const settings = buildSettings(database);
      await using servers = new AsyncDisposableStack();
      const starts = await Promise.allSettled([startServer(settings), startServer(settings)]);
      const [one, two] = starts.map((start) =>
        start.status === "fulfilled" ? servers.use(start.value) : null,
      );
      for (const start of starts) {
        if (start.status === "rejected") {
          throw start.reason;
        }
      }
      if (!one || !two) {
        throw new Error("Two servers were asked for.");
      }
      const adminKey = one.adminApiKey || two.adminApiKey;
      const [atOne, atTwo] = [createKeyCaller(adminKey, one), createKeyCaller(adminKey, two)];
      const [mine, theirs] = [await succeed(atOne.get(whoami)), await succeed(atTwo.get(whoami))];
      expect(mine).toEqual(theirs);

      const { apiKey, apiKeyId } = await makeKey(atOne, { name: "Shared" });
      await succeed(createKeyCaller(apiKey, two).get(whoami));
      await succeed(atOne.delete(`/v1/apikeys/${apiKeyId}`));
      await expectEverywhere(() => createKeyCaller(apiKey, two).get(whoami), 401);

      const application = await importDownstream(downstream, { admin: atOne });
      const { connectionId } = await connect(atTwo, application);
      await succeed(atOne.put(`/v1/connections/${connectionId}/Default`));
      await execute(atTwo, application.tool("list_items"));
      const connections = [
        { connectionId, applicationSlug: application.slug, toolSlugs: [application.tool("list_items")] },
      ];
      const { toolsetId } = await succeed<Toolset>(atOne.post("/v1/toolsets", { name: "x", connections }));
      await execute(atTwo, application.tool("list_items"), {}, { toolsetId });
      await succeed(atTwo.patch(`/v1/toolsets/${toolsetId}`, { connections: [] }));
      await succeed(atTwo.delete(`/v1/connections/${connectionId}`));
      const run = `/v1/tools/${application.tool("list_items")}/execute`;
      await refuse(atOne.post(run, {}, { query: { toolsetId } }), "NO_DEFAULT_CONNECTION");
    },
  );

  test(
    "decrypt with all master keys and encrypt with the first",
    proves("operations.master-key.rotation"),
    async () => {
      await using database = await createDatabase();
      await using server = await startServer(buildSettings(database));
      const admin = createKeyCaller(server.adminApiKey, server);
      const application = await importDownstream(downstream, { admin });
      const old = await connect(admin, application);
      await server.stop();

      const both = await server.restart({ BOWLINE_MASTER_KEY: `${secondKey},${firstKey}` });
      const caller = createKeyCaller(server.adminApiKey, both);
      const recent = await connect(caller, application);
      for (const { connectionId, secrets } of [old, recent]) {
        downstream.forget();
        await execute(caller, application.tool("list_items"), {}, { connectionId });
        const [secret] = Object.values(secrets);
        expect(downstream.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
      }
      const { status } = await succeed<Connection>(caller.get(`/v1/connections/${old.connectionId}`));
      expect(status).toBe("active");
      await both.stop();
    },
  );
});

/** Expects this status of every process: a change gets its response once all have heard of it. */
async function expectEverywhere(call: () => Promise<ApiResponse>, status: number): Promise<void> {
  const readStatuses = async () => {
    const responses = await Promise.all(Array.from({ length: 12 }, call));
    return [...new Set(responses.map((response) => response.status))];
  };
  expect(await readStatuses()).toEqual([status]);
}

describeOwnServer("BOWLINE_WORKERS=2", () => {
  const own = useOwnServer({ BOWLINE_WORKERS: "2" });

  test(
    "shares the port, and a change takes effect on every process",
    proves("operations.workers", "keys.delete", "connections.default.set"),
    async () => {
      const actor = await own.hire();
      const application = await importDownstream(downstream, { admin: own.admin });
      for (let round = 0; round < 2; round++) {
        const { apiKey, apiKeyId } = await makeKey(actor, { name: `Round ${round}` });
        const { connectionId } = await connect(actor, application, { isDefault: true });
        const keyed = createKeyCaller(apiKey, own.server);
        const path = `/v1/tools/${application.tool("list_items")}/execute`;
        await expectEverywhere(() => keyed.post(path, {}), 200);
        const runs = Array.from({ length: 12 }, () => execute(keyed, application.tool("list_items")));
        for (const outcome of await Promise.all(runs)) {
          expect(outcome.isSuccess).toBe(true);
        }
        await succeed(actor.delete(`/v1/connections/${connectionId}`));
        await expectEverywhere(() => keyed.post(path, {}), 409);
        await succeed(actor.delete(`/v1/apikeys/${apiKeyId}`));
        await expectEverywhere(() => keyed.get(whoami), 401);
      }
      expect((await hireActor({ admin: own.admin, target: own.server })).accountUserId).toBeGreaterThan(0);
    },
  );
});
