import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultServer, openFaultServer, respondWith } from "../../testing/fault-server.ts";
import { type Egress, openEgress } from "../egress/egress.ts";
import { openEgressFetch } from "./egress-fetch.ts";

let faults: FaultServer;
let egress: Egress;

beforeAll(async () => {
  faults = await openFaultServer();
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
});

afterAll(async () => {
  await egress?.close();
  await faults?.close();
});

test.each([
  [200, 200],
  [204, 204],
  [304, 304],
  [600, 502],
  [999, 502],
])("a document with the status %i is a response with %i", async (status, expected) => {
  faults.on("/document", respondWith(status, { "content-type": "application/json" }, "{}"));
  const response = await openEgressFetch(egress)(`${faults.url}/document`);
  expect(response.status).toBe(expected);
  expect(await response.text()).toBe(status === 200 ? "{}" : "");
});
