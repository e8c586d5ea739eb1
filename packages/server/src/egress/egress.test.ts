import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cutShort,
  drip,
  type FaultServer,
  flood,
  hang,
  openFaultServer,
  redirect,
  reset,
  respondWith,
  rubbish,
} from "../../testing/fault-server.ts";
import { type Egress, openEgress } from "./egress.ts";
import type { EgressRequest } from "./egress-outcome.ts";

let server: FaultServer;
let other: FaultServer;
let egress: Egress;

beforeAll(async () => {
  server = await openFaultServer();
  other = await openFaultServer();
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"], connectTimeoutMs: 10_000 });
});

afterAll(async () => {
  await egress.close();
  await server.close();
  await other.close();
});

function request(path: string, changes: Partial<EgressRequest> = {}): EgressRequest {
  const url = path.startsWith("http") ? path : server.url + path;
  return { method: "GET", url, headers: {}, body: null, timeoutMs: 20_000, maxBytes: 100_000, ...changes };
}

describe("a response", () => {
  test("is returned whole with its status and headers, for any status", async () => {
    server.on("/teapot", respondWith(418, { "x-one": "1", "content-type": "text/plain" }, "short and stout"));
    const outcome = await egress.send(request("/teapot"));
    expect(outcome).toMatchObject({ ok: true, status: 418, sizeBytes: 15, url: `${server.url}/teapot` });
    expect(outcome.ok && outcome.body.toString()).toBe("short and stout");
    expect(outcome.headers).toMatchObject({ "x-one": "1", "content-type": "text/plain" });
  });

  test("has repeated headers joined", async () => {
    server.on("/twice", (_received, response) => {
      response.setHeader("x-many", ["a", "b"]);
      response.end();
    });
    expect((await egress.send(request("/twice"))).headers).toMatchObject({ "x-many": "a, b" });
  });

  test("may be many megabytes in many pieces", async () => {
    const body = Buffer.alloc(3_000_000, "abc");
    server.on("/large", respondWith(200, {}, body));
    const outcome = await egress.send(request("/large", { maxBytes: 3_000_000 }));
    expect(outcome.ok && outcome.body.equals(body)).toBe(true);
  });

  test("to HEAD has the content-length of the omitted body", async () => {
    server.on("/head", respondWith(200, { "content-length": "5000000" }, ""));
    const outcome = await egress.send(request("/head", { method: "HEAD" }));
    expect(outcome).toMatchObject({ ok: true, status: 200, sizeBytes: 0 });
  });

  test("is read after interim responses", async () => {
    server.on("/early", (_received, response) => {
      response.socket?.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(100));
      response.end("final");
    });
    const outcome = await egress.send(request("/early"));
    expect(outcome.ok && outcome.body.toString()).toBe("final");
  });

  test("that is cut off is told so", async () => {
    server.on("/cut", (_received, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("abc", () => response.destroy());
    });
    expect(await egress.send(request("/cut"))).toMatchObject({
      ok: false,
      kind: "downstreamUnavailable",
      message: "The application closed the connection before its response was complete.",
      status: 200,
    });
  });

  test.each([
    ["chunks", "transfer-encoding: chunked", "The application closed the connection before its response"],
    ["a length", "content-length: 9", "The application's response is not as long as its Content-Length says"],
  ])("in %s that is cut off after Connection: close is told so", async (_name, header, message) => {
    server.on("/cut", (_received, response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n${header}\r\n\r\n5\r\nab`);
    });
    expect(await egress.send(request("/cut"))).toMatchObject({
      ok: false,
      kind: "downstreamUnavailable",
      message: expect.stringContaining(message),
      status: 200,
    });
  });

  test.each([
    ["two lengths", "content-length: 2\r\n"],
    ["a name with a space", "x-name : 1\r\n"],
  ])("whose headers have %s is told so", async (_name, header) => {
    server.on("/wrong", (_received, response) => {
      response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n${header}\r\n{}`);
    });
    expect(await egress.send(request("/wrong"))).toMatchObject({
      ok: false,
      kind: "invalidOutput",
      message: "The headers of the application's response are not valid HTTP.",
    });
  });

  test("after a 100 that was not asked for is a failure that says so", async () => {
    server.on("/continue", (_received, response) => {
      response.writeContinue();
      response.end("final");
    });
    expect(await egress.send(request("/continue"))).toMatchObject({
      ok: false,
      kind: "invalidOutput",
      message: expect.stringContaining("100 Continue"),
    });
  });

  test.each([
    ["101 Switching Protocols", "upgrade: x\r\nconnection: upgrade\r\n\r\n", /101 Switching Protocols/],
    ["099 Too Low", "content-length: 2\r\n\r\n{}", /not valid HTTP/],
  ])("with the status %s is a failure that says so", async (status, rest, message) => {
    server.on("/odd-status", (_received, response) => {
      response.socket?.end(`HTTP/1.1 ${status}\r\n${rest}`);
    });
    const outcome = await egress.send(request("/odd-status"));
    expect(outcome).toMatchObject({ ok: false, kind: "invalidOutput" });
    expect(outcome).toHaveProperty("message", expect.stringMatching(message));
  });
});

describe("a request", () => {
  test("carries method, target, headers and body, and our own connection headers", async () => {
    const headers = { "x-a": "b", host: "evil.example", "content-length": "3", connection: "close" };
    await egress.send(request("/wire?q=%20a&b", { method: "POST", headers, body: "hällo" }));
    const wire = server.received.at(-1);
    expect(wire).toMatchObject({ method: "POST", target: "/wire?q=%20a&b" });
    expect(wire?.body.toString()).toBe("hällo");
    expect(wire?.headers).toMatchObject({
      host: `127.0.0.1:${server.port}`,
      "x-a": "b",
      "content-length": "6",
      "user-agent": "Bowline",
      connection: "keep-alive",
    });
    expect(wire?.headers["accept-encoding"]).toContain("gzip");
  });

  test.each([
    ["", "/"],
    ["?a=b", "/?a=b"],
    ["/a/../b", "/b"],
    ["/a/%2e%2e/b", "/b"],
    ["/a b", "/a%20b"],
    ["/a#fragment", "/a"],
    ["/a\\b", "/a/b"],
    ["/a%2Fb", "/a%2Fb"],
  ])("with the path `%s` requests `%s`", async (path, target) => {
    await egress.send(request(server.url + path));
    expect(server.received.at(-1)?.target).toBe(target);
  });

  test("finds its server by name", async () => {
    const outcome = await egress.send(request(`http://localhost:${server.port}/by-name`));
    expect(outcome).toMatchObject({ ok: true, status: 200 });
    expect(server.received.at(-1)?.headers.host).toBe(`localhost:${server.port}`);
  });

  test("reuses connections", async () => {
    const before = server.connectionCount();
    for (let count = 0; count < 20; count++) {
      await egress.send(request("/again"));
    }
    expect(server.connectionCount() - before).toBeLessThanOrEqual(1);
  });
});

describe("encodings", () => {
  const text = "compressible ".repeat(50);
  test.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["deflate, gzip", gzipSync(deflateSync(text))],
    ["identity", Buffer.from(text)],
    ["UTF-8", Buffer.from(text)],
    ["none, gzip", gzipSync(text)],
  ])("%s is decoded", async (encoding, body) => {
    server.on("/encoded", respondWith(200, { "content-encoding": encoding }, body));
    const outcome = await egress.send(request("/encoded"));
    expect(outcome.ok && outcome.body.toString()).toBe(text);
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(50_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(50_000_000))],
    ["zstd", zstdCompressSync(Buffer.alloc(50_000_000))],
    ["gzip, gzip", gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ])("a bomb in %s stops at the limit", async (encoding, body) => {
    server.on("/bomb", respondWith(200, { "content-encoding": encoding }, body));
    const outcome = await egress.send(request("/bomb", { maxBytes: 1_000_000 }));
    expect(outcome).toMatchObject({ ok: false, kind: "outputTooLarge", sent: true, status: 200 });
  });

  test("a packed body that unpacks to exactly the limit is read", async () => {
    server.on("/exact", respondWith(200, { "content-encoding": "gzip" }, gzipSync(Buffer.alloc(400_000))));
    expect(await egress.send(request("/exact", { maxBytes: 400_000 }))).toMatchObject({ sizeBytes: 400_000 });
    expect(await egress.send(request("/exact", { maxBytes: 399_999 }))).toMatchObject({
      kind: "outputTooLarge",
    });
  });

  test.each([
    ["gzip", Buffer.from("no gzip")],
    ["gzip", gzipSync(text).subarray(0, 30)],
    ["compress", Buffer.from("x")],
    ["gzip,gzip,gzip,gzip", Buffer.from("x")],
  ])("a broken or unknown encoding (%s) is unreadable output", async (encoding, body) => {
    server.on("/broken", respondWith(200, { "content-encoding": encoding }, body));
    expect(await egress.send(request("/broken"))).toMatchObject({ ok: false, kind: "invalidOutput" });
  });

  test("an empty body with an encoding is empty", async () => {
    server.on("/nothing", respondWith(200, { "content-encoding": "gzip" }, ""));
    expect(await egress.send(request("/nothing"))).toMatchObject({ ok: true, sizeBytes: 0 });
  });
});

describe("limits", () => {
  test("an origin that never responds is a timeout after the time limit", async () => {
    server.on("/hang", hang);
    const outcome = await egress.send(request("/hang", { timeoutMs: 1000 }));
    expect(outcome).toMatchObject({ ok: false, kind: "timeout", sent: true });
  });

  test("a slow body is cut at the time limit although bytes keep coming", async () => {
    server.on("/drip", drip(10));
    const outcome = await egress.send(request("/drip", { timeoutMs: 1000 }));
    expect(outcome).toMatchObject({ ok: false, kind: "timeout", status: 200 });
  });

  test("redirects share one time limit", async () => {
    server.on("/slow-redirect", (_received, response) => {
      setTimeout(() => response.writeHead(302, { location: "/slow-redirect" }).end(), 400);
    });
    expect(await egress.send(request("/slow-redirect", { timeoutMs: 1000 }))).toMatchObject({
      kind: "timeout",
      sent: true,
    });
  });

  test("a body without end stops at the limit", async () => {
    server.on("/flood", flood);
    expect(await egress.send(request("/flood"))).toMatchObject({ kind: "outputTooLarge", status: 200 });
  });

  test("an announced length over the limit is refused before it is read", async () => {
    server.on("/announced", (_received, response) => {
      response.writeHead(200, { "content-length": "100001" });
      response.write("x"); // and no more
    });
    expect(await egress.send(request("/announced"))).toMatchObject({ kind: "outputTooLarge" });
  });

  test("a caller may cancel before and during the call", async () => {
    expect(await egress.send(request("/hang", { signal: AbortSignal.abort() }))).toMatchObject({
      ok: false,
      sent: false,
    });
    const canceling = new AbortController();
    server.on("/canceled", () => canceling.abort());
    const outcome = await egress.send(request("/canceled", { signal: canceling.signal }));
    expect(outcome).toMatchObject({ ok: false, kind: "downstreamUnavailable", sent: true });
  });

  test("calls beyond the waiting limit fail at once, and waiting calls run in order", async () => {
    const narrow = openEgress({
      allowedPrivateNetworks: ["127.0.0.0/8"],
      connectionsPerOrigin: 2,
      waitingPerOrigin: 3,
    });
    const held = Promise.withResolvers<void>();
    server.on("/slow", (_received, response) => void held.promise.then(() => response.end("done")));
    const refused: unknown[] = [];
    const calls = Array.from({ length: 8 }, async () => {
      const outcome = await narrow.send(request("/slow"));
      if (!outcome.ok) {
        refused.push(outcome);
      }
    });
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(3);
    held.resolve();
    await Promise.all(calls);
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ kind: "downstreamUnavailable", sent: false });
    await narrow.close();
  });

  test("a call that waited too long is a timeout that sent nothing", async () => {
    const narrow = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"], connectionsPerOrigin: 1 });
    const before = server.received.length;
    const first = narrow.send(request("/hang", { timeoutMs: 2000 }));
    const second = await narrow.send(request("/never-asked", { timeoutMs: 300 }));
    expect(second).toMatchObject({ kind: "timeout", sent: false });
    await first;
    expect(server.received.slice(before).map(({ target }) => target)).toEqual(["/hang"]);
    expect(await narrow.send(request("/after"))).toMatchObject({ ok: true });
    await narrow.close();
  });

  test("an origin that hangs does not delay another", async () => {
    const narrow = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"], connectionsPerOrigin: 1 });
    const canceling = new AbortController();
    const endless = { timeoutMs: 600_000, signal: canceling.signal };
    const stuck = [1, 2].map(() => narrow.send(request("/hang", endless)));
    expect(await narrow.send(request(`${other.url}/free`))).toMatchObject({ ok: true });
    canceling.abort();
    await Promise.all(stuck);
    await narrow.close();
  });
});

describe("faults", () => {
  test("a reset connection is unavailability after sending", async () => {
    server.on("/reset", reset);
    expect(await egress.send(request("/reset"))).toMatchObject({
      ok: false,
      kind: "downstreamUnavailable",
      sent: true,
    });
  });

  test("a response that ends early is unavailability", async () => {
    server.on("/cut", cutShort);
    expect(await egress.send(request("/cut"))).toMatchObject({ ok: false, kind: "downstreamUnavailable" });
  });

  test("a response that is not HTTP is unreadable output", async () => {
    server.on("/rubbish", rubbish);
    expect(await egress.send(request("/rubbish"))).toMatchObject({ ok: false, kind: "invalidOutput" });
  });

  test("headers without measure are unreadable output, and the message says so", async () => {
    server.on("/headers", respondWith(200, { "x-long": "x".repeat(20_000) }, "{}"));
    expect(await egress.send(request("/headers"))).toMatchObject({
      ok: false,
      kind: "invalidOutput",
      message: "The headers of the application's response are too large.",
    });
  });

  test("a closed port is unavailability before sending, and the message names no address", async () => {
    const closed = await openFaultServer();
    await closed.close();
    const outcome = await egress.send(request(`${closed.url}/`));
    expect(outcome).toMatchObject({ ok: false, kind: "downstreamUnavailable", sent: false });
    expect(JSON.stringify(outcome)).not.toMatch(/127\.0|ECONN/);
  });

  test("a name that does not exist is unavailability before sending", async () => {
    expect(await egress.send(request("http://nowhere.invalid/"))).toMatchObject({
      kind: "downstreamUnavailable",
      sent: false,
    });
  });

  test("TLS to a plain HTTP server is unavailability before sending", async () => {
    const outcome = await egress.send(request(server.url.replace("http:", "https:")));
    expect(outcome).toMatchObject({ ok: false, kind: "downstreamUnavailable", sent: false });
  });

  test("a peer that never finishes the TLS handshake is cut at the connect timeout", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const hasty = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"], connectTimeoutMs: 500 });
    const outcome = await hasty.send(request(`https://127.0.0.1:${port}/`));
    expect(outcome).toMatchObject({ ok: false, kind: "downstreamUnavailable", sent: false });
    await hasty.close();
    silent.close();
  });

  test("a call that ends while its connection is opened releases its place", async () => {
    const narrow = openEgress({
      allowedPrivateNetworks: ["127.0.0.0/8"],
      connectionsPerOrigin: 1,
      connectTimeoutMs: 1500,
    });
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const url = `https://127.0.0.1:${port}/`;
    expect(await narrow.send(request(url, { timeoutMs: 100 }))).toMatchObject({
      kind: "timeout",
      sent: false,
    });
    expect(await narrow.send(request(url))).toMatchObject({
      kind: "downstreamUnavailable",
    });
    await narrow.close();
    silent.close();
  });

  test("nothing is sent after closing", async () => {
    const closed = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
    await closed.close();
    expect(await closed.send(request("/late"))).toMatchObject({ ok: false, sent: false });
  });

  test("a connection that the peer closed while idle makes no call fail", async () => {
    let closed: Promise<unknown> | undefined;
    server.on("/short-lived", (_received, response) => {
      closed = response.socket ? once(response.socket, "close") : undefined;
      response.end("bye", () => response.socket?.destroySoon());
    });
    for (let count = 0; count < 5; count++) {
      expect(await egress.send(request("/short-lived"))).toMatchObject({ ok: true });
      await closed;
      await sleep(20); // our side hears of it a moment later
    }
  });
});

describe("redirects", () => {
  test.each([301, 302, 303, 307, 308])("%d is followed for GET", async (status) => {
    server.on("/from", redirect(status, "/to?x=1"));
    const outcome = await egress.send(request("/from"));
    expect(outcome).toMatchObject({ ok: true, status: 200, url: `${server.url}/to?x=1` });
    expect(server.received.at(-1)).toMatchObject({ method: "GET", target: "/to?x=1" });
  });

  test.each([307, 308])("%d keeps method, body and credentials on the same origin", async (status) => {
    server.on("/from", redirect(status, "/to"));
    const headers = { authorization: "Bearer secret", "content-type": "text/plain" };
    await egress.send(request("/from", { method: "POST", body: "payload", headers }));
    expect(server.received.at(-1)).toMatchObject({ method: "POST", target: "/to" });
    expect(server.received.at(-1)?.headers).toMatchObject(headers);
    expect(server.received.at(-1)?.body.toString()).toBe("payload");
  });

  test("303 after POST becomes GET without the body and its headers", async () => {
    server.on("/from", redirect(303, "/to"));
    const headers = { "content-type": "text/plain" };
    await egress.send(request("/from", { method: "POST", body: "payload", headers }));
    const wire = server.received.at(-1);
    expect(wire).toMatchObject({ method: "GET", target: "/to" });
    expect(wire?.headers["content-type"]).toBeUndefined();
    expect(wire?.body).toHaveLength(0);
  });

  test.each([301, 302])("%d to POST is returned and not followed", async (status) => {
    server.on("/from", redirect(status, "/to"));
    const before = server.received.length;
    const outcome = await egress.send(request("/from", { method: "POST", body: "x" }));
    expect(outcome).toMatchObject({ ok: true, status });
    expect(server.received).toHaveLength(before + 1);
  });

  test("a body is not sent to another origin", async () => {
    server.on("/from", redirect(307, `${other.url}/to`));
    const before = other.received.length;
    const outcome = await egress.send(request("/from", { method: "PUT", body: "x" }));
    expect(outcome).toMatchObject({ ok: true, status: 307 });
    expect(other.received).toHaveLength(before);
  });

  test("credentials are not sent to another origin, nor to the first one after it", async () => {
    server.on("/from", redirect(302, `${other.url}/via?api_key=secret&page=2`));
    other.on("/via", redirect(302, `${server.url}/back`));
    const headers = { authorization: "Bearer s", cookie: "s=1", "x-api-key": "s", "x-plain": "kept" };
    const options = { headers, credentialHeaders: ["x-api-key"], credentialQuery: ["api_key"] };
    expect(await egress.send(request("/from", options))).toMatchObject({ ok: true, status: 200 });
    const back = server.received.at(-1);
    const wire = other.received.at(-1);
    expect(wire?.target).toBe("/via?page=2");
    expect(back?.target).toBe("/back");
    for (const hop of [wire, back]) {
      expect(hop?.headers["x-plain"]).toBe("kept");
      expect(hop?.headers).not.toHaveProperty("authorization");
      expect(hop?.headers).not.toHaveProperty("cookie");
      expect(hop?.headers).not.toHaveProperty("x-api-key");
    }
  });

  test("five redirects are followed, a sixth is not", async () => {
    for (let step = 1; step <= 6; step++) {
      server.on(`/chain-${step}`, redirect(302, `/chain-${step - 1}`));
    }
    expect(await egress.send(request("/chain-5"))).toMatchObject({ ok: true, url: `${server.url}/chain-0` });
    expect(await egress.send(request("/chain-6"))).toMatchObject({ ok: false, kind: "invalidOutput" });
  });

  test.each([
    "http://169.254.169.254/latest/meta-data",
    "http://10.0.0.1/",
    "http://[::1]/",
    "file:///etc/passwd",
    "gopher://127.0.0.1/",
    "http://user:password@127.0.0.1/",
    "http://2852039166/",
  ])("a redirect to %s is refused", async (location) => {
    server.on("/inward", redirect(302, location));
    const outcome = await egress.send(request("/inward"));
    expect(outcome).toMatchObject({ ok: false, kind: "addressRefused", sent: true, status: 302 });
  });

  test("a redirect without a location is returned", async () => {
    server.on("/nowhere", respondWith(302, {}, "lost"));
    expect(await egress.send(request("/nowhere"))).toMatchObject({ ok: true, status: 302 });
  });

  test("an invalid location is unreadable output", async () => {
    server.on("/bad-location", redirect(302, "http://[bad/"));
    expect(await egress.send(request("/bad-location"))).toMatchObject({ ok: false, kind: "invalidOutput" });
  });
});
