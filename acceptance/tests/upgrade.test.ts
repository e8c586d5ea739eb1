import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { createDatabase } from "../support/shared-database.ts";
import { startServer } from "../support/start-server.ts";

/** The data in the fixture `fixtures/database-0.1.sql`. */
const masterKey = Buffer.alloc(32, 7).toString("base64");
const adminKey = "bwl_aicqBvq6C27b8PcCYdZTB031sMIt8kKr00O1xN";
const narrowedKey = "bwl_FwNt02AXc4fY6T71rrmZbQk5PiIWB3F51j12IM";
const serviceKey = "bwl_V6eq7p72hxnTyfKbLpaNRdKvWYF5ECll1rFQLl";
const toolsetId = "958658de-e22e-4c76-a83d-a5ca56428ebc";
const connectionSecret = "shop-key-of-the-upgrade";
const slugs = [
  "shop_create_item",
  "shop_list_items",
  "shop_list_organization_repositories_for_2c68bc",
  "shop_shop_get_status",
];

const listOf = {
  200: {
    description: "ok",
    content: { "application/json": { schema: { type: "array", items: { type: "object" } } } },
  },
};

/** The document of the fixture's application. */
const describeShop = (serverUrl: string) => ({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: serverUrl }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-shop-key" } } },
  paths: {
    "/items": {
      get: { operationId: "list_items", responses: listOf },
      post: { operationId: "createItem", responses: listOf },
    },
    "/long": {
      get: {
        operationId: "listOrganizationRepositoriesForTheAuthenticatedUserWithAllEnvironments",
        responses: listOf,
      },
    },
    "/shop": { get: { operationId: "shop_get_status", responses: listOf } },
  },
});

/** The application of the fixture's connection. It records the keys it receives. */
async function startShop() {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers["x-shop-key"]);
    response.setHeader("content-type", "application/json").end('[{"id":1},{"id":2}]');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { keys, url, [Symbol.asyncDispose]: async () => void server.close() };
}

async function restore(databaseUrl: string, shopUrl: string): Promise<void> {
  const dump = await readFile(join(import.meta.dirname, "../fixtures/database-0.1.sql"), "utf8");
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(dump.replaceAll("http://127.0.0.1:18999", shopUrl));
  await client.end();
}

describeOwnServer("a database of an earlier version", () => {
  test(
    "is upgraded at the start without loss",
    proves("operations.upgrade.by-itself", "operations.upgrade.loses-nothing"),
    async () => {
      await using shop = await startShop();
      await using database = await createDatabase();
      await restore(database.url, shop.url);
      await using server = await startServer({
        DATABASE_URL: database.url,
        BOWLINE_MASTER_KEY: masterKey,
        BOWLINE_HISTORY_DAYS: "3650",
      });
      const [admin, agent, service] = [adminKey, narrowedKey, serviceKey].map((key) =>
        createKeyCaller(key, server),
      );
      if (!admin || !agent || !service) {
        throw new Error("a caller is missing");
      }

      expect(await succeed(admin.get("/v1/auth/whoami"))).toMatchObject({ fullName: "Admin", role: "Admin" });
      expect(await succeed(service.get("/v1/auth/whoami"))).toMatchObject({ fullName: "Backend" });
      const tools = await succeed<{ items: { slug: string }[] }>(admin.get("/v1/tools", { view: "summary" }));
      expect(tools.items.map(({ slug }) => slug)).toEqual(slugs);
      expect(await succeed(admin.get("/v1/connections/1"))).toMatchObject({
        name: "Main",
        status: "active",
        isDefault: true,
      });
      expect(await succeed(admin.get(`/v1/toolsets/${toolsetId}`))).toMatchObject({
        name: "Reading",
        connections: [{ connectionId: 1, applicationSlug: "shop", toolSlugs: ["shop_list_items"] }],
      });
      const history = await succeed<{ items: { historyId: number }[] }>(admin.get("/v1/executions"));
      expect(history.items.map(({ historyId }) => historyId)).toEqual([4, 3, 2, 1]);

      const run = await succeed(agent.post("/v1/tools/shop_list_items/execute", {}));
      expect(run).toMatchObject({
        isSuccess: true,
        output: [{ id: 1 }, { id: 2 }],
        historyId: expect.any(Number),
      });
      expect([1, 2, 3, 4]).not.toContain((run as { historyId: number }).historyId);
      expect(shop.keys).toEqual([connectionSecret]);
      await refuse(agent.post("/v1/tools/shop_create_item/execute", {}), "TOOL_NOT_PERMITTED");
    },
  );

  test(
    "keeps the names of its tools when their document is imported again",
    proves("operations.upgrade.keeps-slugs"),
    async () => {
      await using shop = await startShop();
      await using database = await createDatabase();
      await restore(database.url, shop.url);
      await using server = await startServer({ DATABASE_URL: database.url, BOWLINE_MASTER_KEY: masterKey });
      const admin = createKeyCaller(adminKey, server);
      await succeed(
        admin.post("/v1/applications", { source: "openapi", slug: "shop", document: describeShop(shop.url) }),
      );
      for (const slug of slugs) {
        expect(await succeed(admin.get(`/v1/tools/${slug}`))).toMatchObject({ applicationSlug: "shop" });
      }
      const run = admin.post("/v1/tools/shop_shop_get_status/execute", {});
      expect(await succeed(run)).toMatchObject({ isSuccess: true });
      expect(shop.keys).toEqual([connectionSecret]);
    },
  );
});
