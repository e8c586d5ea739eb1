import { afterAll, beforeAll, expect, test } from "vitest";
import { respondWithJson } from "../../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import { signIn } from "../../../testing/sign-in.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
  server.provider.on("/items", respondWithJson(401, { message: "Sign in again." }));
});
afterAll(() => server?.close());

/** Begins to delete a connection, and goes through with it when `request` waits for that to store a link. */
async function deleteDuring<Result>(connectionId: number, request: () => Promise<Result>): Promise<Result> {
  const { pool } = server.database;
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("delete from connection where connection_id = $1", [connectionId]);
    const result = request();
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await client.query("commit");
    return await result;
  } finally {
    client.release();
  }
}

test("a call whose connection is deleted while a sign-in is prepared for it fails as the application said", async () => {
  const connectionId = await signIn(server, { access_token: "access-canary" });
  const path = `/v1/tools/shop_list_items/execute?connectionId=${connectionId}`;
  const outcome = await deleteDuring(connectionId, () => server.call("POST", path, {}));
  expect(outcome).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining("credentials") });
  expect(JSON.stringify(outcome)).not.toContain("http");
});
