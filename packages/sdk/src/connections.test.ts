import { afterAll, beforeAll, expect, test } from "vitest";
import { decideConnectLink } from "../testing/decide-connect-link.ts";
import { openWorld, type World } from "../testing/open-world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test("waitForSignIn returns when the person has connected the account, or refused", async () => {
  const { connections } = world.bowline;
  const { connectUrl, state } = await connections.createConnectLink({
    applicationSlug: "things",
    name: "Later",
  });
  const waiting = connections.waitForSignIn({ state });
  expect((await connections.getSignInResult({ state })).status).toBe("pending");
  await decideConnectLink(connectUrl, "connect");
  const { status, connectionId } = await waiting;
  expect(status).toBe("confirmed");
  expect(await connections.get(connectionId ?? 0)).toMatchObject({
    name: "Later",
    applicationSlug: "things",
  });

  const other = await connections.createConnectLink({ applicationSlug: "things" });
  await decideConnectLink(other.connectUrl, "refuse");
  const refused = await connections.waitForSignIn({ state: other.state });
  expect(refused).toMatchObject({ status: "failed", connectionId: null, error: expect.any(String) });
});

test("waitForSignIn ends when its signal is aborted", async () => {
  const { connections } = world.bowline;
  const { state } = await connections.createConnectLink({ applicationSlug: "things" });
  const controller = new AbortController();
  const waiting = connections.waitForSignIn({ state }, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
});
