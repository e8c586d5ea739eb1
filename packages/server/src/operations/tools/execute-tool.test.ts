import { afterAll, beforeAll, expect, test } from "vitest";
import { respondWith } from "../../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import { signIn } from "../../../testing/sign-in.ts";

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});

afterAll(() => server?.close());

test("a link to sign in is in the first response of an idempotency key, and not in what is kept of it", async () => {
  const challenge = { "www-authenticate": 'Bearer error="insufficient_scope", scope="read"' };
  server.provider.on("/items", respondWith(403, challenge, ""));
  const connectionId = await signIn(server, { access_token: "first-access" });
  const execute = async () => {
    const response = await server.request(`/v1/tools/shop_list_items/execute?connectionId=${connectionId}`, {
      method: "POST",
      headers: {
        "x-api-key": server.apiKey,
        "content-type": "application/json",
        "idempotency-key": "order-4711",
      },
      body: "{}",
    });
    const body = (await response.json()) as { errorMessage: string };
    return { kind: response.headers.get("x-bowline-failure-kind"), body };
  };
  const first = await execute();
  expect(first).toMatchObject({ kind: "missingScope", body: { isSuccess: false } });
  const [errorMessage] = first.body.errorMessage.split(" Sign in again: http");
  expect(errorMessage).not.toBe(first.body.errorMessage);
  expect(await execute()).toEqual({ ...first, body: { ...first.body, errorMessage } });
});
