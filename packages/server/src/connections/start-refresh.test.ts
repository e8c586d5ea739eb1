import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { respondWithJson } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { comeBack, signIn, submitPage } from "../../testing/sign-in.ts";
import {
  beginRefresh,
  findObject,
  finishRefresh,
  loadRefresh,
} from "../db/connections/connection-objects.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});
afterAll(() => server?.close());

const issued = { access_token: "access", refresh_token: "refresh" };
let connectionId: number;

/** Stores an object of the connection, as a refresh does. */
async function readObjects(): Promise<void> {
  const { kysely } = server.deps.db;
  await beginRefresh(kysely, connectionId);
  const object = { objectName: "of-ada", label: "Of Ada", kind: "table", schema: null };
  await finishRefresh(kysely, connectionId, [object], true);
}

async function expectObjects(are: "kept" | "read again"): Promise<void> {
  const { kysely } = server.deps.db;
  const isKept = are === "kept";
  const found = await findObject(kysely, connectionId, "table", "of-ada");
  expect(found.object !== null).toBe(isKept);
  const { rows } = await server.database.pool.query(
    "select 1 from pgboss.job where name = 'refresh-objects' and (data ->> 'connectionId')::int = $1",
    [connectionId],
  );
  expect(rows).toHaveLength(isKept ? 0 : 1);
  if (isKept) {
    expect(found.isAllKnown).toBe(true);
    // Otherwise the job may have run already.
    expect((await loadRefresh(kysely, connectionId))?.status).toBe(0);
  }
}

describe("the objects of a connection that is signed in to again", () => {
  beforeEach(async () => {
    connectionId = await signIn(server, issued);
    await readObjects();
  });

  const renew = async (account: string) => {
    const { page } = await comeBack(server, issued, { connectionId }, account);
    expect((await submitPage(server, page, "confirm")).status).toBe(200);
  };

  test("are kept for the same account", async () => {
    await renew("ada");
    await expectObjects("kept");
  });

  test("are read again for another account", async () => {
    await renew("grace");
    await expectObjects("read again");
  });

  test("are read again when the account is not known", async () => {
    await renew("");
    await expectObjects("read again");
  });

  test("are not read again when they never were", async () => {
    connectionId = await signIn(server, issued);
    await renew("grace");
    expect(await loadRefresh(server.deps.db.kysely, connectionId)).toBeNull();
  });
});

describe("the objects of a connection that gets another key", () => {
  beforeAll(() =>
    server.call("POST", "/v1/applications", {
      source: "openapi",
      slug: "guarded",
      document: {
        openapi: "3.1.0",
        info: { title: "Guarded", version: "1" },
        servers: [{ url: server.provider.url }],
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
        security: [{ key: [] }],
        "x-bowline-test": { operation: "me", labelPath: "/login" },
        paths: { "/me": { get: { operationId: "me", responses: { 200: { description: "OK" } } } } },
      },
    }),
  );
  beforeEach(async () => {
    server.provider.on("/me", respondWithJson(200, { login: "ada" }));
    const body = { applicationSlug: "guarded", fields: { apiKey: "key-of-ada" } };
    ({ connectionId } = await server.call<{ connectionId: number }>("POST", "/v1/connections", body));
    await readObjects();
  });

  const change = (body: object) => server.call("PATCH", `/v1/connections/${connectionId}`, body);

  test("are kept for the same account, and for another name", async () => {
    await change({ fields: { apiKey: "second-key-of-ada" } });
    await change({ name: "Mine" });
    await expectObjects("kept");
  });

  test("are read again for another account", async () => {
    server.provider.on("/me", respondWithJson(200, { login: "grace" }));
    await change({ fields: { apiKey: "key-of-grace" } });
    await expectObjects("read again");
  });
});
