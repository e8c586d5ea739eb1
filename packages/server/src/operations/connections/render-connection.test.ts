import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import { signIn } from "../../../testing/sign-in.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400", { BOWLINE_BUILT_INS: "off" });
});
afterAll(() => server?.close());

test("a connection to a built-in application that the settings leave out is listed with the application's name", async () => {
  const connectionId = await signIn(server, { access_token: "access" });
  await server.database.pool.query("update application set company_id = null, source = 'builtin'");
  server.deps.catalog.forgetAll();
  server.deps.rows.clear();
  const named = { connectionId, applicationSlug: "shop", applicationName: "Shop" };
  expect(await server.call("GET", "/v1/connections")).toMatchObject({ items: [named] });
  expect(await server.call("GET", `/v1/connections/${connectionId}`)).toMatchObject(named);
  const toolset = {
    name: "Sales",
    connections: [{ connectionId, applicationSlug: "shop", toolSlugs: [] }],
  };
  await expect(server.call("POST", "/v1/toolsets", toolset)).rejects.toThrow(
    /which this server does not offer/,
  );
});
