import { afterAll, beforeAll, expect, test } from "vitest";
import { respondWithJson } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { comeBack, signIn, submitPage } from "../../testing/sign-in.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});
afterAll(() => server?.close());

const renew = async (connectionId: number, account: string) =>
  submitPage(
    server,
    (await comeBack(server, { access_token: `of-${account}` }, { connectionId }, account)).page,
    "confirm",
  );

test("an approval is not good for another account that its connection got since", async () => {
  server.provider.on("/items", respondWithJson(200, []));
  const connectionId = await signIn(server, { access_token: "of-ada" });
  const toolSlugs = ["shop_list_items"];
  const { toolsetId } = await server.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
    name: "Held",
    connections: [{ connectionId, applicationSlug: "shop", toolSlugs }],
    settings: { approvals: "all" },
  });
  const execute = async () =>
    server.call<{ isSuccess: boolean; errorMessage: string | null }>(
      "POST",
      `/v1/tools/shop_list_items/execute?toolsetId=${toolsetId}`,
      {},
    );
  const { errorMessage } = await execute();
  const approvalId = /approvals\/([\w-]{36})/.exec(errorMessage ?? "")?.[1];
  await server.call("POST", `/v1/approvals/${approvalId}/Approve`);
  await renew(connectionId, "grace");
  expect(await execute()).toMatchObject({ isSuccess: false });
  await renew(connectionId, "ada");
  expect(await execute()).toMatchObject({ isSuccess: true });
});
