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
      }), defineTool({
        operation: "create_items", name: "Create", description: "Creates.", input: z.object({}), output: z.unknown(),
        run: async ({ egress }) => {
          await egress.request({ method: "POST", url: "/first" });
          return (await egress.request({ method: "POST", url: "/second" })).json();
        },
      })],
    });`,
  );
  await server.database.pool.query("update tool set binding = $1 where slug = 'shop_list_items'", [
    describeBinding("list_items"),
  ]);
  const writing = { slug: "shop_create_items", annotations: { readOnlyHint: false, idempotentHint: false } };
  await server.database.pool.query(
    `insert into tool (application_id, slug, operation, operation_key, summary, input_schema, output_schema, parameters, path, binding)
      select application_id, 'shop_create_items', 'create_items', 'create_items', (summary::jsonb || $1::jsonb)::text, input_schema,
        output_schema, parameters, path, $2
      from tool where slug = 'shop_list_items'`,
    [JSON.stringify(writing), describeBinding("create_items")],
  );
  await server.database.pool.query("update application set revision = revision + 1 where slug = 'shop'");
  server.deps.catalog.forgetAll();
});

const describeBinding = (operation: string): string =>
  JSON.stringify({
    version: 1,
    kind: "code",
    origin: "operator",
    file: "shop.ts",
    operation,
    serverUrl: null,
    connectionFields: [],
    authentications: ["signIn"],
  });

/** Runs a tool through a connection whose token the application accepts no more. */
async function runWithOldToken(tool: string): Promise<unknown> {
  const connectionId = await signIn(server, { access_token: "first-access", refresh_token: "first-refresh" });
  server.provider.on("/token", respondWithJson(200, { token_type: "bearer", access_token: "second-access" }));
  return server.call("POST", `/v1/tools/${tool}/execute?connectionId=${connectionId}`, {});
}

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true });
});

test("code whose request gets 401 runs again with a new token", async () => {
  const seen = listen("/items");
  expect(await runWithOldToken("shop_list_items")).toMatchObject({ isSuccess: true, output: ["item"] });
  expect(seen).toEqual(["Bearer first-access", "Bearer second-access"]);
});

test("code that writes runs again when all of its requests got 401", async () => {
  const seen = [listen("/first"), listen("/second")];
  expect(await runWithOldToken("shop_create_items")).toMatchObject({ isSuccess: true, output: ["item"] });
  expect(seen).toEqual([["Bearer first-access", "Bearer second-access"], ["Bearer second-access"]]);
});

test("code that may have written something does not run again", async () => {
  const seen = [listen("/first", "first-access"), listen("/second")];
  expect(await runWithOldToken("shop_create_items")).toMatchObject({
    isSuccess: false,
    errorMessage: expect.stringMatching(/^The token was renewed, but the call was not sent again/),
  });
  expect(seen).toEqual([["Bearer first-access"], ["Bearer first-access"]]);
});

/** Accepts one token. @returns those that come */
function listen(path: string, accepted = "second-access"): unknown[] {
  const seen: unknown[] = [];
  server.provider.on(path, (received: Received, response) => {
    seen.push(received.headers.authorization);
    const isAccepted = received.headers.authorization === `Bearer ${accepted}`;
    respondWithJson(isAccepted ? 200 : 401, isAccepted ? ["item"] : { message: "Token expired" })(
      received,
      response,
    );
  });
  return seen;
}
