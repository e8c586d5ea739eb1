import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { respondWithJson } from "../../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import { submitPage } from "../../../testing/sign-in.ts";

let server: TestServer;
let path: string;
let result: string;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});
afterAll(() => server?.close());

beforeEach(async () => {
  server.provider.on("/token", respondWithJson(200, { access_token: "a", token_type: "bearer" }));
  server.provider.on("/me", respondWithJson(200, { login: "ada" }));
  await makeLink();
});

async function makeLink(more: object = {}): Promise<void> {
  const { connectUrl, state } = await server.call<{ connectUrl: string; state: string }>(
    "POST",
    "/v1/connections/ConnectLink",
    { applicationSlug: "shop", ...more },
  );
  path = new URL(connectUrl).pathname;
  result = `/v1/connections/SignInResult?state=${state}`;
}

const begin = async (): Promise<string> => (await leave()).state;

/** Presses the button of the link's page, as a new browser; returns its cookies and the state of the sign-in that it begins. */
async function leave(): Promise<{ state: string; cookie: string }> {
  const page = await server.request(path);
  const html = await page.text();
  const read = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
  const response = await server.request(path, {
    method: "POST",
    headers: {
      cookie: page.headers.get("set-cookie")?.split(";")[0] ?? "",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: `${new URLSearchParams({ token: read("token"), method: read("method"), decision: "connect" })}`,
  });
  const state = new URL(response.headers.get("location") ?? "").searchParams.get("state") ?? "";
  return { state, cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

const comeBack = (state: string, query = "code=c", cookie = "") =>
  server.request(`/oauth/callback?${query}&state=${state}`, { headers: { cookie } });

const failWith503 = () => server.provider.on("/token", respondWithJson(503, { message: "Busy" }));
const unavailable = "The application's sign-in server returned 503.";

test("a sign-in that failed can be repeated from its link, whose result names the reason meanwhile", async () => {
  failWith503();
  const failed = await comeBack(await begin());
  expect(failed.status).toBe(400);
  expect(await failed.text()).toContain("or start the sign-in again");
  expect(await server.call("GET", result)).toEqual({
    status: "pending",
    connectionId: null,
    name: null,
    error: unavailable,
  });

  server.provider.on("/token", respondWithJson(200, { access_token: "a", token_type: "bearer" }));
  await submitPage(server, await comeBack(await begin()), "confirm");
  expect(await server.call("GET", result)).toMatchObject({ status: "confirmed", error: null });
  expect((await server.request(path)).status).toBe(410);
});

test("a sign-in that failed leads back to its link, in the browser that came from there", async () => {
  failWith503();
  const [one, other] = [await leave(), await leave()];
  const button = new RegExp(`<a class="button" href="http://localhost:4400${path}">Try again</a>`);
  expect(await (await comeBack(one.state, "code=c", one.cookie)).text()).toMatch(button);
  // The application knows the state, but has no cookie.
  expect(await (await comeBack(other.state)).text()).not.toContain(path);

  const earlier = await leave();
  await makeLink();
  const later = await leave();
  expect(await (await comeBack(earlier.state, "code=c", later.cookie)).text()).not.toContain("/connect/");
});

test("the reason of the last failure stays when a link expires", async () => {
  failWith503();
  await comeBack(await begin());
  await server.database.pool.query("update connect_link set expires_date = now() - interval '1 second'");
  expect(await server.call("GET", result)).toMatchObject({ status: "expired", error: unavailable });
});

test("a link whose connection is deleted after a sign-in failed says that it was deleted", async () => {
  await submitPage(server, await comeBack(await begin()), "confirm");
  const { connectionId } = await server.call<{ connectionId: number }>("GET", result);
  await makeLink({ connectionId });
  failWith503();
  await comeBack(await begin());
  await server.call("DELETE", `/v1/connections/${connectionId}`);
  expect(await server.call("GET", result)).toMatchObject({
    status: "failed",
    error: "The connection was deleted.",
  });
});

test("a refusal ends the link, and each page says so", async () => {
  const [refused, other] = [await comeBack(await begin()), await comeBack(await begin())];
  const end = await submitPage(server, refused, "refuse");
  expect(await end.text()).toContain("ask for a new link");
  expect(await server.call("GET", result)).toMatchObject({ status: "failed" });
  const late = await submitPage(server, other, "confirm");
  const text = await late.text();
  expect(text).toContain("The link has ended. It was refused on the confirmation page.");
  expect(text).toContain("ask for a new link");
  expect(await (await server.request(path)).text()).toContain("refused");
});

test("a refusal at the application ends the link, and the page says so", async () => {
  const end = await comeBack(await begin(), "error=access_denied");
  expect(await end.text()).toContain("ask for a new link");
  expect(await server.call("GET", result)).toMatchObject({ status: "failed" });
});
