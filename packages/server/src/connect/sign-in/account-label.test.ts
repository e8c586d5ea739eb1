import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type FaultServer,
  openFaultServer,
  respondWith,
  respondWithJson,
} from "../../../testing/fault-server.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openDiscovery } from "../provider/discover-provider.ts";
import { resolveProvider } from "../provider/provider.ts";
import type { IssuedTokens, ProviderCall } from "../provider/provider-exchange.ts";
import { findAccount } from "./account-label.ts";

const accessToken = "access-canary";
const tokens: IssuedTokens = {
  accessToken,
  refreshToken: null,
  lifetimeSeconds: null,
  kept: {},
  accountLabel: null,
  claims: null,
};
let egress: Egress;
let home: FaultServer;
let elsewhere: FaultServer;
beforeAll(async () => {
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  home = await openFaultServer();
  elsewhere = await openFaultServer();
  elsewhere.on("/me", respondWithJson(200, { login: "evil" }));
});
afterAll(async () => {
  await egress?.close();
  await home?.close();
  await elsewhere?.close();
});

async function callWith(url: string, sealedOrigins: string[]): Promise<ProviderCall> {
  const method = {
    tokenUrl: `${home.url}/token`,
    account: { url, headers: { "X-Session": "key {token}", "X-Version": "2" }, labelPaths: ["/login"] },
  };
  const reach = { egress, discover: openDiscovery(egress, true) };
  return {
    egress,
    provider: await resolveProvider(reach, method, "production", {}),
    client: { clientId: "client", clientSecret: null, scopes: null, allowed: null, registration: null },
    fields: {},
    sealedOrigins,
    isHttpAllowed: true,
  };
}

test("a redirect to another origin carries the token in no header", async () => {
  home.on("/me", respondWith(302, { location: `${elsewhere.url}/me` }, ""));
  await findAccount(await callWith(`${home.url}/me`, [home.url]), {}, tokens);
  expect(home.received.at(-1)?.headers["x-session"]).toBe(`key ${accessToken}`);
  expect(elsewhere.received).toHaveLength(1);
  expect(JSON.stringify(elsewhere.received[0]?.headers)).not.toContain(accessToken);
});

test("an account is requested only from origins that the person agreed to", async () => {
  elsewhere.received.length = 0;
  const found = await findAccount(await callWith(`${elsewhere.url}/me`, [home.url]), {}, tokens);
  expect(found.label).toBeNull();
  expect(elsewhere.received).toEqual([]);
});

test("a token in the account's name is masked, also one that is longer than a name may be", async () => {
  const long = Array.from({ length: 100 }, (_, index) => `part${index}`).join("-");
  home.on("/me", respondWithJson(200, { login: `robin ${long}` }));
  const call = await callWith(`${home.url}/me`, [home.url]);
  expect((await findAccount(call, {}, { ...tokens, accessToken: long })).label).toBe("robin ***");
});
