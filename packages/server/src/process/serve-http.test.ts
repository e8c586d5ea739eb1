import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openTestServer } from "../../testing/open-test-server.ts";
import { serveHttp } from "./serve-http.ts";

test("a connection that nobody uses is kept for longer than clients and proxies keep it", async () => {
  const { deps, close } = await openTestServer("http://127.0.0.1:4400");
  const server = await serveHttp({ ...deps.config, host: "127.0.0.1", port: 0 }, deps, () => false);
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/health/live`);
  expect(response.headers.get("keep-alive")).toBe("timeout=125");
  await response.text();
  server.close();
  server.closeAllConnections();
  await once(server, "close");
  await close();
});

test("an address that is too long shows a browser a page, and the API's callers their envelope", async () => {
  const { deps, close } = await openTestServer("http://127.0.0.1:4400");
  const server = await serveHttp({ ...deps.config, host: "127.0.0.1", port: 0 }, deps, () => false);
  const { port } = server.address() as AddressInfo;
  const browser = { headers: { accept: "text/html,application/xhtml+xml" } };
  for (const [path, type, sent] of [
    ["/signin", "text/html; charset=UTF-8", browser],
    ["/signin", "application/json", {}],
    ["/v1/tools", "application/json", browser],
    ["/mcp", "application/json", browser],
  ] as const) {
    const response = await fetch(`http://127.0.0.1:${port}${path}?a=${"x".repeat(17_000)}`, sent);
    expect([response.status, response.headers.get("content-type")], path).toEqual([400, type]);
    expect(await response.text()).toContain("The address or the headers are too long.");
  }
  server.close();
  server.closeAllConnections();
  await once(server, "close");
  await close();
});
