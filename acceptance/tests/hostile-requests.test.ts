import { once } from "node:events";
import { connect as openSocket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { theAdmin } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { type Caller, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { proves } from "../support/proves.ts";
import type { Connection, Execution, Toolset } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const nul = "a\u0000b";

/** Sends these bytes and returns the status and body of the response. */
async function sendRaw(head: string): Promise<{ status: number; body: unknown }> {
  const { hostname, port } = new URL(deployment().baseUrl);
  const socket = openSocket(Number(port), hostname);
  await once(socket, "connect");
  socket.on("error", () => {});
  socket.write(head);
  const response = await text(socket);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);
  return { status, body: JSON.parse(response.slice(response.indexOf("\r\n\r\n") + 4) || "null") };
}

function writeHead(...lines: string[]): string {
  const common = ["Host: localhost", `x-api-key: ${bench.caller.apiKey}`, "Connection: close"];
  return `${[lines[0], ...common, ...lines.slice(1)].join("\r\n")}\r\n\r\n`;
}

describe("a request that breaks the rules or limits of HTTP", () => {
  const whoami = "GET /v1/auth/whoami HTTP/1.1";
  const heads: [claim: string, makeHead: () => string][] = [
    ["a header of 20 KB", () => writeHead(whoami, `x-filling: ${"x".repeat(20_000)}`)],
    ["an address of 20 KB", () => writeHead(`GET /v1/tools/${"x".repeat(20_000)} HTTP/1.1`)],
    ["a header without a colon", () => writeHead(whoami, "not a header")],
    ["an unknown method", () => writeHead("BREW /v1/auth/whoami HTTP/1.1")],
    ["a body length that is no number", () => writeHead("POST /v1/toolsets HTTP/1.1", "Content-Length: x")],
  ];

  test.each(heads)(
    "%s gets a status in the closed set and the envelope",
    proves("http.protocol"),
    async (_, make) => {
      const { status, body } = await sendRaw(make());
      expect([400, 401, 404]).toContain(status);
      expect(body).toMatchObject({
        errorCode: expect.any(String),
        message: expect.any(String),
        requestId: expect.any(String),
        timestamp: expect.any(String),
        path: expect.any(String),
      });
    },
  );

  test("a Host or an Authorization that stands twice is 400", proves("http.protocol"), async () => {
    for (const [name, ...lines] of [
      ["Host", "host: elsewhere.example"],
      ["Authorization", "Authorization: Basic eDp4", "authorization: Bearer x"],
    ]) {
      const { status, body } = await sendRaw(writeHead(whoami, ...lines));
      expect(status).toBe(400);
      expect(body).toMatchObject({
        errorCode: "INVALID_REQUEST",
        message: expect.stringContaining(`the header ${name} more than once`),
        path: "/v1/auth/whoami",
      });
    }
  });

  test("an unknown Expect header is not refused", proves("http.closed-statuses"), async () => {
    expect((await sendRaw(writeHead(whoami, "Expect: a-miracle"))).status).toBe(200);
  });

  test(
    "other methods get statuses in the closed set",
    proves("http.protocol", "http.closed-statuses"),
    async () => {
      for (const method of ["OPTIONS", "TRACE", "PROPFIND"]) {
        const { status } = await sendRaw(writeHead(`${method} /v1/tools HTTP/1.1`));
        expect([400, 404], method).toContain(status);
      }
      const bare = `OPTIONS /v1/tools HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      expect([401, 404]).toContain((await sendRaw(bare)).status);
    },
  );
});

describe("no request causes a 500:", () => {
  const reject = async (caller: Caller, method: "POST" | "PATCH", path: string, body: unknown) => {
    const response = await caller.send(method, path, { body });
    expect([200, 400], response.text).toContain(response.status);
    return response;
  };

  test("addresses that decode to nothing", proves("errors.no-500"), async () => {
    const paths = [
      "/v1/tools/%E0%A4%A",
      "/v1/tools/%00",
      "/v1/tools/%ED%A0%80",
      "/v1/applications/%00",
      "/v1/tools/constructor",
      "/v1/tools/__proto__/schema",
      "/v1/applications/__proto__",
    ];
    for (const path of paths) {
      const { status } = await bench.caller.get(path);
      expect([400, 404], path).toContain(status);
    }
    expect((await bench.caller.delete("/v1/clients/%00")).status).toBe(404);
    const executed = await bench.caller.post("/v1/tools/__proto__/execute", {});
    expect(executed.status).toBe(404);
  });

  test("odd query parameters", proves("errors.no-500"), async () => {
    const queries = [
      "top=1&top=2",
      "search=%00",
      "search=%E0%A4%A",
      "tag=%00",
      "__proto__=1",
      "offset=0&offset=x",
      `search=${encodeURIComponent("'\";--%_\\*()[]:&|!".repeat(20))}`,
      "=&&==",
    ];
    for (const list of ["/v1/tools", "/v1/applications", "/v1/connections", "/v1/executions"]) {
      for (const query of queries) {
        const { status } = await bench.caller.get(`${list}?${query}`);
        expect([200, 400, 404], `${list}?${query}`).toContain(status);
      }
    }
  });

  test("a NUL or half a surrogate in a name", proves("errors.no-500"), async () => {
    for (const name of [nul, "\u0000", "a\ud800b"]) {
      await reject(bench.caller, "POST", "/v1/toolsets", { name });
      await reject(bench.caller, "POST", "/v1/apikeys", { name });
      const { toolsetId } = await succeed<Toolset>(bench.caller.post("/v1/toolsets", { name: "x" }));
      await reject(bench.caller, "PATCH", `/v1/toolsets/${toolsetId}`, { name });
      await reject(bench.caller, "PATCH", `/v1/connections/${bench.connection.connectionId}`, { name });
      await reject(bench.caller, "PATCH", `/v1/connections/${bench.connection.connectionId}`, {
        fields: { tenant: name },
      });
    }
    await succeed<Connection>(
      bench.caller.patch(`/v1/connections/${bench.connection.connectionId}`, { fields: { tenant: "main" } }),
    );
  });

  test("a NUL or half a surrogate in an imported document", proves("errors.no-500"), async () => {
    const text = "Cut off \ud83d, and \u0000 in it";
    const slug = `cut-${bench.application.slug}`.slice(0, 40);
    await succeed(
      theAdmin().post("/v1/applications", {
        source: "openapi",
        slug,
        document: {
          openapi: "3.1.0",
          info: { title: text, version: "1", description: text },
          servers: [{ url: bench.downstream.origin, description: text }],
          components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
          security: [{ key: [] }],
          paths: {
            "/things": { get: { operationId: "listThings", responses: { 200: { description: "OK" } } } },
          },
        },
      }),
    );
    const made = await succeed<Connection>(
      bench.caller.post("/v1/connections", { applicationSlug: slug, fields: { apiKey: "a-key-of-it" } }),
    );
    expect(made.applicationName).toBe("Cut off \ufffd, and  in it");
    await succeed(bench.caller.get("/v1/connections"));
    await succeed(bench.caller.get(`/v1/applications/${slug}`));
    await succeed(bench.caller.delete(`/v1/connections/${made.connectionId}`));
  });

  test("a NUL in an input or an output", proves("errors.no-500", "history.every-run"), async () => {
    bench.downstream.anything = { text: nul, half: "a\ud800b", [nul]: 1 };
    for (const [tool, fields] of [
      ["create_item", { title: nul }],
      ["create_item", { title: "a\ud800b" }],
      ["read_anything", {}],
    ] as const) {
      const { historyId, isSuccess } = await execute(bench.caller, bench.tool(tool), { fields });
      expect(isSuccess).toBe(true);
      await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
    }
  });

  test("a NUL in a credential", proves("errors.no-500"), async () => {
    const [fieldName = ""] = Object.keys(bench.connection.secrets);
    const applicationSlug = bench.application.slug;
    for (const odd of ["\u0000", "\r\nx-injected: 1", "ü"]) {
      const fields = { [fieldName]: plantSecret("odd") + odd };
      const made = await reject(bench.caller, "POST", "/v1/connections", { applicationSlug, fields });
      if (made.status !== 200) {
        continue;
      }
      const { connectionId } = made.body as Connection;
      const path = `/v1/tools/${bench.tool("list_items")}/execute`;
      const run = await bench.caller.post(path, {}, { query: { connectionId } });
      expect([200, 400], run.text).toContain(run.status);
      expect(bench.downstream.requests.at(-1)?.headers["x-injected"]).toBeUndefined();
    }
  });

  test("numbers outside all limits", proves("errors.no-500"), async () => {
    const headers = { "content-type": "application/json" };
    const path = `/v1/tools/${bench.tool("create_item")}/execute`;
    for (const amount of ["1e400", "-1e400", "123456789012345678901234567890", "0.1e-400"]) {
      const rawBody = `{"fields":{"title":"x","amount":${amount}}}`;
      const { status } = await bench.caller.post(path, undefined, { rawBody, headers });
      expect([200, 400], amount).toContain(status);
    }
  });

  test("an odd idempotency key", proves("errors.no-500"), async () => {
    const path = `/v1/tools/${bench.tool("create_item")}/execute`;
    for (const key of ["", " ", "x".repeat(8000), "ü".repeat(10)]) {
      const headers = { "idempotency-key": Buffer.from(key).toString("latin1") };
      const { status } = await bench.caller.post(path, { fields: { title: "x" } }, { headers });
      expect([200, 400], key.slice(0, 9)).toContain(status);
    }
  });
});
