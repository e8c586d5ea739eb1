import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { startOutsideDatabase } from "../support/outside-database.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { ListOf, Toolset } from "../support/records.ts";
import { startServer } from "../support/start-server.ts";

describeOwnServer("a database that stops", () => {
  test(
    "makes calls 500 and the server not ready until it runs again",
    proves(
      "http.dependency.database-down",
      "http.dependency.oauth-page",
      "http.dependency.safe-to-retry",
      "errors.status.500",
      "operations.health.not-ready",
      "operations.database-url",
    ),
    async () => {
      await using database = await startOutsideDatabase();
      await using server = await startServer({
        DATABASE_URL: database.url,
        BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
      });
      const admin = createKeyCaller(server.adminApiKey, server);
      const make = (name: string) => admin.post("/v1/toolsets", { name });
      await succeed(make("before"));

      await database.stop();
      await refuse(make("during"), "INTERNAL_ERROR");
      await refuse(admin.post("/v1/apikeys", { name: "during" }), "INTERNAL_ERROR");
      const authorize = async (accept: string) =>
        (await fetch(`${server.baseUrl}/oauth/authorize?client_id=x`, { headers: { accept } })).text();
      expect(await authorize("text/html,*/*")).toContain("<h1>Something went wrong</h1>");
      expect(JSON.parse(await authorize("*/*"))).toEqual({ error: "server_error" });
      const readiness = async () => (await fetch(`${server.baseUrl}/health/ready`)).status;
      await expect.poll(readiness).toBe(503);
      expect((await fetch(`${server.baseUrl}/health/live`)).status).toBe(200);

      await database.start();
      await expect.poll(readiness).toBe(200);
      await succeed(make("after"));
      const { items } = await succeed<ListOf<Toolset>>(admin.get("/v1/toolsets"));
      expect(items.map(({ name }) => name)).toEqual(["before", "after"]);

      await setReadOnly(database.url, "on");
      await expect.poll(readiness).toBe(503);
      await setReadOnly(database.url, "off");
      await expect.poll(readiness).toBe(200);
    },
  );
});

/** As a provider does with a full disk, and as a standby is. */
async function setReadOnly(url: string, value: "on" | "off"): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set default_transaction_read_only = off");
  await client.query(`alter system set default_transaction_read_only = ${value}`);
  await client.query("select pg_reload_conf()");
  await client.end();
}
