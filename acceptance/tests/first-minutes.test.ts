import { connect as connectSocket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { makeKey, nobody, theAdmin, uniqueName } from "../support/actors.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { proves } from "../support/proves.ts";
import type { Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

describe("a mistake in a request", () => {
  test(
    "a misspelled member of a body is named with the right name",
    proves("http.body.near-member"),
    async () => {
      const { details } = await refuse(
        bench.caller.post("/v1/toolsets", { nmae: "Misspelled" }),
        "VALIDATION_ERROR",
        ["nmae", "name"],
      );
      expect(details?.find(({ field }) => field === "nmae")?.issue).toContain('"name"');
    },
  );

  test(
    "a misspelled query parameter is refused with the right name",
    proves("http.query.misspelled"),
    async () => {
      const misspelled: [string, string, string][] = [
        ["/v1/tools", "Top", "top"],
        ["/v1/tools", "serach", "search"],
        ["/v1/tools", "aplicationSlug", "applicationSlug"],
        ["/v1/tools", "readonly", "readOnly"],
        ["/v1/connections", "ofset", "offset"],
      ];
      for (const [path, name, right] of misspelled) {
        const { details } = await refuse(bench.caller.get(path, { [name]: "1" }), "VALIDATION_ERROR", [name]);
        expect(details?.[0]?.issue).toContain(`"${right}"`);
      }
      const path = `/v1/tools/${bench.tool("list_items")}/execute`;
      await refuse(bench.caller.post(path, {}, { query: { dryrun: true } }), "VALIDATION_ERROR", ["dryrun"]);
      expect(bench.downstream.requests).toEqual([]);
    },
  );

  test(
    "input beside fields gets one problem that says where to put it",
    proves("execute.fields-forgotten"),
    async () => {
      const path = `/v1/tools/${bench.tool("create_item")}/execute`;
      const { details, message } = await refuse(
        bench.caller.post(path, { title: "x", amount: 1, due: null }),
        "VALIDATION_ERROR",
        ["fields", "title", "amount", "due"],
      );
      expect(details?.filter(({ issue }) => issue.startsWith("Is missing."))).toHaveLength(1);
      expect(message).toContain('Put the input under "fields"');
    },
  );

  test("a value that is not a choice is refused with the choices", proves("messages.choice"), async () => {
    const path = `/v1/tools/${bench.tool("list_items")}/execute`;
    const sort = [{ fieldName: "id", orderDirection: "desc" }];
    const { details } = await refuse(bench.caller.post(path, { sort }), "VALIDATION_ERROR", [
      "sort[0].orderDirection",
    ]);
    expect(details?.[0]?.issue).toBe("Must be 1 (ascending) or -1 (descending).");
  });

  test(
    "an unsupported method is refused with the supported ones",
    proves("http.method.names-allowed"),
    async () => {
      const { message } = await refuse(bench.caller.put("/v1/connections", {}), "NOT_FOUND");
      expect(message).toMatch(/takes (GET, POST|POST, GET)\.$/);
    },
  );

  test(
    "an unknown slug is refused with the most similar one",
    proves("http.references.nearest"),
    async () => {
      const { slug } = bench.application;
      const wrong = `${slug}_list_item`;
      const right = bench.tool("list_items");
      const calls = [
        bench.caller.get(`/v1/tools/${wrong}`),
        bench.caller.get(`/v1/tools/${wrong}/schema`),
        bench.caller.post(`/v1/tools/${wrong}/execute`, {}),
      ];
      for (const call of calls) {
        expect((await refuse(call, "NOT_FOUND")).message).toContain(`"${right}"`);
      }
      const application = await refuse(bench.caller.get(`/v1/applications/${slug}x`), "NOT_FOUND");
      expect(application.message).toContain(`"${slug}"`);
    },
  );

  test(
    "a wrong slug that begins with an application's name gets no tool of another one",
    proves("http.references.application"),
    async () => {
      const base = uniqueName("near");
      const operations = { [`${base}-one`]: "listThings", [`${base}-two`]: "refundPayments" };
      for (const [slug, operationId] of Object.entries(operations)) {
        const paths = { "/": { get: { operationId, responses: { "200": { description: "Done" } } } } };
        const servers = [{ url: bench.downstream.origin }];
        const document = { openapi: "3.1.0", info: { title: slug, version: "1" }, servers, paths };
        await succeed(theAdmin().post("/v1/applications", { source: "openapi", slug, document }));
      }
      const tools = `/v1/tools/${base.replaceAll("-", "_")}`;
      const foreign = await refuse(bench.caller.get(`${tools}_one_refund_payments`), "NOT_FOUND");
      expect(foreign.message).toContain("Look for it");
      const own = await refuse(bench.caller.get(`${tools}_two_refund_payment`), "NOT_FOUND");
      expect(own.message).toContain('_two_refund_payments"');
    },
  );

  test(
    "a narrowed key gets no slug suggestion outside its toolset",
    proves("http.references.nearest"),
    async () => {
      const { connectionId, applicationSlug } = bench.connection;
      const connections = [{ connectionId, applicationSlug, toolSlugs: [bench.tool("get_item")] }];
      const { toolsetId } = await succeed<Toolset>(
        bench.caller.post("/v1/toolsets", { name: "One", connections }),
      );
      const { apiKey } = await makeKey(bench.caller, { name: "One", toolsetId });
      const narrowed = createKeyCaller(apiKey);
      const wrong = bench.tool("create_itemm");
      for (const call of [
        narrowed.get(`/v1/tools/${wrong}`),
        narrowed.post(`/v1/tools/${wrong}/execute`, {}),
      ]) {
        expect((await refuse(call, "NOT_FOUND")).message).not.toContain(`"${bench.tool("create_item")}"`);
      }
    },
  );
});

describe("headers", () => {
  test("prevent sniffing and caching of every response under /v1", proves("headers.api"), async () => {
    // The universal rules check every response of every test. These tests cover the special cases.
    await succeed(bench.caller.get("/v1/auth/whoami"));
    await refuse(bench.caller.get("/v1/nothing"), "NOT_FOUND");
    await refuse(nobody().get("/v1/tools"), "UNAUTHORIZED");
    await refuse(bench.caller.post("/v1/toolsets", []), "VALIDATION_ERROR");
    await succeed(bench.caller.post(`/v1/tools/${bench.tool("list_items")}/execute`, {}));
  });

  test.each([
    "/",
    "/docs",
    "/openapi.json",
    "/health/live",
    "/health/ready",
    "/metrics",
    "/invitations/unknown",
    "/oauth/callback",
    "/nothing",
    "/v2",
  ])("of %s", proves("headers.pages"), async (path) => {
    const { headers } = await theAdmin().get(path);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toBe("no-store");
  });

  test.each([
    ["/signin", "a@b"],
    ["/signin", "a b"],
    ["/mcp", "a/b"],
    ["/\\x", "localhost"],
  ])("of %s at the host %s", proves("headers.malformed"), async (path, host) => {
    const { hostname, port } = new URL(deployment().baseUrl);
    const socket = connectSocket(Number(port), hostname);
    socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain("x-content-type-options: nosniff");
    expect(response).toContain("The request's Host header or its path is not valid.");
  });

  test.each([
    ["a malformed HTTP request", "this is no HTTP\r\n\r\n"],
    ["a request without Host", "GET /v1/auth/whoami HTTP/1.1\r\n\r\n"],
    ["a request for no address", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ])("of %s", proves("headers.malformed"), async (_name, request) => {
    const { hostname, port } = new URL(deployment().baseUrl);
    const socket = connectSocket(Number(port), hostname);
    socket.end(request);
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1.1 400 /);
    expect(response).toContain("x-content-type-options: nosniff");
    expect(response).toContain("cache-control: no-store");
    expect(response).toContain('"errorCode":"INVALID_REQUEST"');
    expect(response).toContain(`"path":"${/ (\/\S*)/.exec(request)?.[1] ?? "/"}"`);
  });
});

describe("GET /", () => {
  const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  test("redirects a browser to what the server has for people", proves("start-page.browser"), async () => {
    const result = await nobody().send("GET", "/", { headers });
    expect(result.status).toBe(302);
    const addresses = await succeed<{ console?: string; reference: string }>(nobody().get("/"));
    expect(result.headers.location).toBe(addresses.console ?? addresses.reference);
  });

  test("returns the API's addresses to a program", proves("start-page.program"), async () => {
    const result = await nobody().get("/");
    expect(result.status).toBe(200);
    expect(result.body).toMatchObject({
      name: "Bowline",
      api: "/v1",
      reference: "/docs",
      openapi: "/openapi.json",
    });
  });

  test("says that there is nothing at an address", proves("start-page.unknown"), async () => {
    const page = await nobody().send("GET", "/nowhere", { headers });
    expect(page.status).toBe(404);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.text).toContain("There is nothing at this address.");
    const line = await nobody().get("/nowhere");
    expect(line.status).toBe(404);
    expect(line.text).toBe("Not found. The API is under /v1, its reference at /docs.\n");
  });
});
