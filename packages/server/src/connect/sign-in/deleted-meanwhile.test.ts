import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { respondWithJson } from "../../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import { comeBack, signIn, submitPage } from "../../../testing/sign-in.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});
afterAll(() => server?.close());

const issued = { access_token: "second-access", refresh_token: "second-refresh" };
let connectionId: number;
beforeEach(async () => {
  connectionId = await signIn(server, { access_token: "first-access", refresh_token: "first-refresh" });
  server.provider.received.length = 0;
});

const remove = (id = connectionId) => server.call("DELETE", `/v1/connections/${id}`);

/** Expects that the sign-in or the link with this state has failed, and that there is no connection. */
async function expectFailed(state: string, error = "The connection was deleted."): Promise<void> {
  const path = `/v1/connections/SignInResult?state=${state}`;
  expect(await server.call("GET", path)).toEqual({ status: "failed", connectionId: null, name: null, error });
  expect(await server.call("GET", "/v1/connections")).toMatchObject({ totalCount: 0 });
}

const begin = (path: "GetSignInUrl" | "ConnectLink") =>
  server.call<{ state: string; connectUrl?: string }>("POST", `/v1/connections/${path}`, {
    applicationSlug: "shop",
    connectionId,
  });

test("a sign-in fails whose connection is deleted before the person comes back, and its code is not exchanged", async () => {
  const { state } = await begin("GetSignInUrl");
  await remove();
  await expectFailed(state);
  server.provider.received.length = 0;
  const page = await server.request(`/oauth/callback?code=the-code&state=${state}`);
  expect(await page.text()).toContain("The connection was deleted.");
  expect(server.provider.received).toEqual([]);
});

test("a sign-in fails whose connection is deleted while its code is exchanged, and its tokens are revoked", async () => {
  const { state } = await begin("GetSignInUrl");
  server.provider.on("/token", async (...request) => {
    await remove();
    respondWithJson(200, issued)(...request);
  });
  const page = await server.request(`/oauth/callback?code=the-code&state=${state}`);
  expect(await page.text()).toContain("was deleted meanwhile");
  await expectFailed(state, "What you signed in for was deleted meanwhile.");
  const revoked = server.provider.received.map(({ body }) => new URLSearchParams(`${body}`).get("token"));
  expect(revoked).toEqual(expect.arrayContaining(["second-refresh", "second-access"]));
});

test("a sign-in fails whose connection is deleted while the confirmation is shown, and the page says so", async () => {
  const { page, state } = await comeBack(server, issued, { connectionId });
  await remove();
  await expectFailed(state);
  const decided = await submitPage(server, page, "confirm");
  expect(decided.status).toBe(400);
  expect(await decided.text()).toContain("The connection was deleted.");
  await expectFailed(state);
});

test("the result of a sign-in says that its connection was deleted since", async () => {
  const { page, state } = await comeBack(server, issued, { connectionId });
  await submitPage(server, page, "confirm");
  await remove();
  await expectFailed(state);
});

test("a sign-in that was refused keeps its reason", async () => {
  const { page, state } = await comeBack(server, issued, { connectionId });
  await submitPage(server, page, "refuse");
  await remove();
  await expectFailed(state, "It was refused on the confirmation page.");
});

test("a connect link that renews a connection says that it was deleted, to the caller and on its page", async () => {
  const { state, connectUrl = "" } = await begin("ConnectLink");
  await remove();
  await expectFailed(state);
  const page = await server.request(new URL(connectUrl).pathname);
  expect(page.status).toBe(410);
  expect(await page.text()).toContain("The connection was deleted.");
});

test("a sign-in is deleted with its application, which its page and its result name as a reason", async () => {
  const { page, state } = await comeBack(server, issued);
  await server.call("DELETE", "/v1/applications/shop?force=true");
  const decided = await submitPage(server, page, "confirm");
  expect(decided.status).toBe(400);
  expect(await decided.text()).toContain("or its application was deleted");
  const path = `/v1/connections/SignInResult?state=${state}`;
  await expect(server.call("GET", path)).rejects.toThrow(/404.*deleted with its application/);
});
