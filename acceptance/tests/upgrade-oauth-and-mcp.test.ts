import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { startFixtureWorld } from "../support/fixture-world.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Connection, ExecuteResponse, JsonObject, ListOf } from "../support/records.ts";
import { createDatabase } from "../support/shared-database.ts";
import { startServer } from "../support/start-server.ts";

/** The data in the fixture `fixtures/database-0.2.sql`. */
const masterKey = Buffer.alloc(32, 7).toString("base64");
const adminKey = "bwl_2s0QEyujPFIEo8culspYqcFUrx62m2T70vZG1e";
const narrowedKey = "bwl_fzwdxc6Cp8fAA0Ke3XxvJXiOYbgbHhLl3NzkGK";
const readingKey = "bwl_a6gnIaLjJFjOz30SQjX2PRxYUNxwaivt0vJZSo";
const serviceKey = "bwl_lXueL8LjJ86RgSMtQxRBVhDuuUcBlibL04prAq";
const toolsetId = "97784a50-897c-484e-92aa-227979c186b2";
const idempotencyKey = "order-1";

/** Restores the fixture. Its token is past its time, and its idempotency key is not. */
async function restore(databaseUrl: string): Promise<void> {
  const dump = await readFile(join(import.meta.dirname, "../fixtures/database-0.2.sql"), "utf8");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(dump);
  await client.query("update public.idempotency_key set created_date = now()");
  await client.query(
    "update public.connection set token_due_date = '2026-01-01', token_expires_date = '2026-01-01' where connection_id = 2",
  );
  await client.end();
}

describeOwnServer("a database with OAuth connections and MCP servers", () => {
  test(
    "is upgraded at the start without loss",
    proves("operations.upgrade.by-itself", "operations.upgrade.loses-nothing"),
    async () => {
      await using world = await startFixtureWorld();
      await using database = await createDatabase();
      await restore(database.url);
      await using server = await startServer({
        DATABASE_URL: database.url,
        BOWLINE_MASTER_KEY: masterKey,
        BOWLINE_HISTORY_DAYS: "3650",
      });
      const admin = createKeyCaller(adminKey, server);
      const agent = createKeyCaller(narrowedKey, server);
      const reader = createKeyCaller(readingKey, server);
      const service = createKeyCaller(serviceKey, server);

      const members = await succeed<ListOf<JsonObject>>(admin.get("/v1/members"));
      expect(members.items.map(({ fullName, kind, role }) => [fullName, kind, role])).toEqual([
        ["Admin", "person", "Admin"],
        ["Eve Example", "person", "Member"],
        ["Backend", "service", "Member"],
      ]);
      const keys = await succeed<ListOf<JsonObject>>(admin.get("/v1/apikeys"));
      expect(keys.items.map(({ name }) => name).sort()).toEqual(["First key", "agent", "backend", "reading"]);
      const connections = await succeed<ListOf<Connection>>(admin.get("/v1/connections"));
      expect(connections.items.map(({ name, status, isDefault }) => [name, status, isDefault])).toEqual([
        ["Main", "active", true],
        ["Diary", "active", true],
      ]);
      expect(await succeed(admin.get(`/v1/toolsets/${toolsetId}`))).toMatchObject({
        name: "Reading",
        connections: [
          { connectionId: 1, applicationSlug: "shop", toolSlugs: ["shop_list_items"] },
          { connectionId: 2, applicationSlug: "journal", toolSlugs: ["journal_list_entries"] },
        ],
      });
      const history = await succeed<ListOf<{ historyId: number }>>(admin.get("/v1/executions"));
      expect(history.items.map(({ historyId }) => historyId)).toEqual([5, 4, 3, 2, 1]);

      expect(await execute(agent, "shop_list_items")).toMatchObject({ isSuccess: true });
      expect(await execute(service, "shop_list_items", {}, { connectionId: 3 })).toMatchObject({
        isSuccess: true,
      });
      expect(world.shopKeys).toEqual(["shop-key-of-the-second-fixture", "shop-key-of-the-backend"]);
      await refuse(agent.post("/v1/tools/shop_create_item/execute", {}), "TOOL_NOT_PERMITTED");
      await refuse(reader.post("/v1/tools/shop_create_item/execute", {}), "TOOL_NOT_PERMITTED");
    },
  );

  test(
    "renews tokens, returns stored responses and keeps the changes of tools that wait",
    proves("operations.upgrade.loses-nothing"),
    async () => {
      await using world = await startFixtureWorld();
      await using database = await createDatabase();
      await restore(database.url);
      await using server = await startServer({ DATABASE_URL: database.url, BOWLINE_MASTER_KEY: masterKey });
      const admin = createKeyCaller(adminKey, server);

      expect(await execute(admin, "journal_list_entries")).toMatchObject({ isSuccess: true });
      expect(world.tokenCalls.map((call) => Object.fromEntries(call))).toEqual([
        {
          grant_type: "refresh_token",
          refresh_token: "journal-refresh-token-first",
          client_id: "bowline",
          client_secret: "client-secret-of-the-second-fixture",
        },
      ]);
      expect(world.journalTokens).toEqual(["Bearer journal-access-token-second"]);

      const headers = { "idempotency-key": idempotencyKey };
      const repeated = admin.post("/v1/tools/shop_create_item/execute", {}, { headers });
      expect(await succeed<ExecuteResponse>(repeated)).toMatchObject({ isSuccess: true, historyId: 5 });
      expect(world.shopKeys).toEqual([]);

      const changes = await succeed<ListOf<JsonObject>>(admin.get("/v1/applications/notes/changes"));
      expect(changes.items).toMatchObject([
        { changeId: 2, kind: "added", toolSlug: "notes_delete_notes" },
        { changeId: 1, kind: "changed", after: { description: "Reads the notes of everybody." } },
      ]);
      expect(await execute(admin, "notes_add_note")).toMatchObject({
        isSuccess: true,
        output: "ran add_note",
      });
      await succeed(admin.post("/v1/applications/notes/changes/2/Accept"));
      expect(await execute(admin, "notes_delete_notes")).toMatchObject({ isSuccess: true });
      await succeed(admin.post("/v1/applications/notes/changes/1/Reject"));
      expect(await succeed(admin.get("/v1/tools/notes_read_notes"))).toMatchObject({
        description: "Reads the notes.",
      });
    },
  );
});
