import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Received, respondWithJson } from "../../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import { signIn } from "../../../testing/sign-in.ts";

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-code-"));
  server = await openTestServer("http://localhost:4400", { BOWLINE_CODE_APPLICATIONS: folder });
  await writeFile(
    join(folder, "shop.ts"),
    `import { defineApplication, defineTool, z } from "bowline/application";
    export const application = defineApplication({
      slug: "shop", name: "Shop", description: "", environments: [],
      tools: [defineTool({
        operation: "list_items", name: "List", description: "Lists.", input: z.object({}), output: z.unknown(),
        hints: { readOnly: true },
        run: async ({ egress }) => (await egress.request({ url: "/items" })).json(),
      })],
    });`,
  );
  const binding = {
    kind: "code",
    origin: "operator",
    file: "shop.ts",
    operation: "list_items",
    serverUrl: null,
    connectionFields: [],
    authentications: ["signIn"],
  };
  await server.database.pool.query("update tool set binding = $1 where slug = 'shop_list_items'", [
    JSON.stringify({ version: 1, ...binding }),
  ]);
  server.deps.catalog.forgetAll();
});

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true });
});

test("code whose request gets 401 runs again with a new token", async () => {
  const seen: unknown[] = [];
  server.provider.on("/items", (received: Received, response) => {
    seen.push(received.headers.authorization);
    const isRenewed = received.headers.authorization === "Bearer second-access";
    respondWithJson(isRenewed ? 200 : 401, isRenewed ? ["item"] : { message: "Token expired" })(
      received,
      response,
    );
  });
  const connectionId = await signIn(server, { access_token: "first-access", refresh_token: "first-refresh" });
  server.provider.on("/token", respondWithJson(200, { token_type: "bearer", access_token: "second-access" }));
  const path = `/v1/tools/shop_list_items/execute?connectionId=${connectionId}`;
  expect(await server.call("POST", path, {})).toMatchObject({ isSuccess: true, output: ["item"] });
  expect(seen).toEqual(["Bearer first-access", "Bearer second-access"]);
});
