import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ExecuteResponse, Execution, ListOf } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

const template = join(import.meta.dirname, "../../templates/application/application.ts");
const folder = mkdtempSync(join(tmpdir(), "bowline-code-"));
const secret = plantSecret("apiKey");

interface Arrived {
  host: string;
  path: string;
  key: IncomingMessage["headers"][string];
}

/** The shop of the template, and another host. */
const arrived: Arrived[] = [];
const shop = createServer((request, response) => {
  const path = `${request.method} ${request.url}`;
  const { host = "", "x-api-key": key } = request.headers;
  arrived.push({ host, path, key });
  const [status, body] = respond(path, key);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
});

function respond(path: string, key: unknown): [status: number, body: unknown] {
  const order = (id: string, status: string) => ({ id, status, total: 12.5 });
  const orders = Array.from({ length: 3 }, (_, index) => order(`${index + 1}`, "open"));
  if (path.includes("/status/")) {
    return [200, { ok: false, error: path.endsWith("ended") ? "token_revoked" : "no_such_book" }];
  }
  if (key !== secret) {
    return [401, { message: "Unknown key" }];
  }
  switch (path) {
    case "GET /acme/api/account":
      return [200, { email: "ada@example.com" }];
    case "GET /acme/api/orders?per_page=2":
    case "GET /acme/api/orders?page=1&per_page=2":
      return [200, { orders: orders.slice(0, 2) }];
    case "GET /acme/api/orders?page=2&per_page=2":
      return [200, { orders: orders.slice(2) }];
    case "GET /acme/api/orders/7":
      return [200, order("7", "open")];
    case "GET /acme/api/orders/8":
      return [200, order("8", "paid")];
    case "POST /acme/api/orders/7/cancel":
      return [200, order("7", "cancelled")];
    default:
      return [404, { message: `No ${path}` }];
  }
}

/** Tools that go wrong. */
const faulty = (origin: string) => `
import { defineApplication, defineTool, z } from "bowline/application";
const base = { name: "Tool", description: "Goes wrong.", input: z.object({}), output: z.unknown(), hints: { readOnly: true } };
export const application = defineApplication({
  slug: "faulty", name: "Faulty", description: "Goes wrong.",
  environments: [{ name: "production", serverUrl: "${origin}/acme/api" }],
  authentications: [{ type: "apiKey", header: "X-Api-Key" }],
  tools: [
    defineTool({ ...base, operation: "loop", run() { for (;;) {} } }),
    defineTool({ ...base, operation: "exit", run: () => process.exit(1) }),
    defineTool({ ...base, operation: "fill", run() { const all = []; for (;;) { all.push(new Array(10000).fill({}).map(() => ({}))); } } }),
    defineTool({ ...base, operation: "throw", connectionFields: ["apiKey"], run({ connection }) {
      console.log("printed", connection.fields.apiKey);
      throw new Error("thrown " + connection.fields.apiKey);
    } }),
    defineTool({ ...base, operation: "give", connectionFields: ["apiKey"], run: ({ connection }) => connection }),
    defineTool({ ...base, operation: "elsewhere", input: z.object({ url: z.string() }),
      run: async ({ input, egress }) => (await egress.request({ url: input.url })).json() }),
  ],
});`;

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, "0.0.0.0", resolve));
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  mkdirSync(join(folder, "orders"));
  copyFileSync(template, join(folder, "orders/application.ts"));
  const text = readFileSync(template, "utf8");
  const moved = text.replace("https://{shop}.example.com/api", `${origin}/{shop}/api`);
  expect(moved).not.toBe(text);
  writeFileSync(join(folder, "orders/application.ts"), moved);
  writeFileSync(join(folder, "faulty.ts"), faulty(origin));
  writeFileSync(join(folder, "broken.ts"), "export const = 1;");
});

afterAll(() => {
  shop.closeAllConnections();
  shop.close();
  rmSync(folder, { recursive: true });
});

describeOwnServer("the operator's folder of applications", () => {
  const own = useOwnServer({ BOWLINE_CODE_APPLICATIONS: folder, BOWLINE_TOOL_TIMEOUT_MS: "6000" });

  beforeAll(async () => {
    for (const [applicationSlug, fields] of [
      ["orders", { shop: "acme", apiKey: secret }],
      ["faulty", { apiKey: secret }],
    ] as const) {
      await succeed(own.admin.post("/v1/connections", { applicationSlug, fields, isDefault: true }));
    }
  });

  const run = (tool: string, fields = {}, query = {}) => execute(own.admin, tool, { fields }, query);

  test("is in every caller's catalog, and nobody imports over it", proves("code.listed"), async () => {
    const caller = await own.hire();
    const application = await succeed<Application>(caller.get("/v1/applications/orders"));
    expect(application).toMatchObject({
      slug: "orders",
      source: "code",
      toolCount: 3,
      authentications: [{ type: "apiKey", fields: [{ fieldName: "apiKey" }, { fieldName: "shop" }] }],
    });
    const tools = await succeed<ListOf<{ slug: string; annotations: object }>>(
      caller.get("/v1/tools", { applicationSlug: "orders" }),
    );
    expect(tools.items.map(({ slug }) => slug)).toEqual([
      "orders_account_get",
      "orders_cancel_unpaid",
      "orders_list",
    ]);
    expect(tools.items[1]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    const document = { openapi: "3.1.0", info: { title: "Mine", version: "1" }, paths: {} };
    await refuse(
      own.admin.post("/v1/applications", { source: "openapi", slug: "orders", document }),
      "CONFLICT",
    );
  });

  test("has a template that works as it is", proves("code.template"), async () => {
    const fields = { shop: "acme", apiKey: plantSecret("wrong") };
    const wrong = own.admin.post("/v1/connections", { applicationSlug: "orders", fields });
    expect(JSON.stringify(await refuse(wrong, "VALIDATION_ERROR"))).toContain("Unknown key");
    const { items } = await succeed<ListOf<Connection>>(
      own.admin.get("/v1/connections", { applicationSlug: "orders" }),
    );
    expect(items).toMatchObject([{ accountLabel: "ada@example.com", status: "active" }]);
    expect(await run("orders_list", { per_page: 2 })).toMatchObject({
      output: { orders: [{ id: "1" }, { id: "2" }] },
    });
    const all = await execute(own.admin, "orders_list", { fields: { per_page: 2 }, top: 3 });
    expect(all).toMatchObject({ output: { orders: [{ id: "1" }, { id: "2" }, { id: "3" }] } });
    expect(await run("orders_cancel_unpaid", { id: "7" })).toMatchObject({
      isSuccess: true,
      output: { id: "7", status: "cancelled" },
      executionInfo: { statusCode: 200 },
    });
    expect(await run("orders_cancel_unpaid", { id: "8" })).toMatchObject({
      isSuccess: false,
      errorMessage: "The order is paid. Refund it instead.",
    });
    expect(await run("orders_cancel_unpaid", { id: "9" })).toMatchObject({
      isSuccess: false,
      errorMessage: "The application returned 404: No GET /acme/api/orders/9",
    });
  });

  test("reports a file that cannot be loaded", proves("code.broken-file"), async () => {
    await expect
      .poll(() => own.server.readLog())
      .toMatch(/"file":"broken\.ts","reason":"[^"]*\(broken\.ts:1\)"/);
    expect(await run("orders_list", { per_page: 2 })).toMatchObject({ isSuccess: true });
  });

  test("shows what code would get", proves("code.dry-run"), async () => {
    const { length } = arrived;
    const shown = await succeed<ExecuteResponse>(
      own.admin.post(
        "/v1/tools/orders_cancel_unpaid/execute",
        { fields: { id: "7" } },
        { query: { dryRun: true } },
      ),
    );
    expect(shown.output).toMatchObject({ code: "cancel_unpaid", connectionFields: [], input: { id: "7" } });
    expect(arrived).toHaveLength(length);
  });

  test(
    "keeps secrets out of what code prints, throws and returns",
    proves("code.secrets", "failures.tool-error"),
    async () => {
      const thrown = await run("faulty_throw");
      expect(thrown).toMatchObject({ isSuccess: false, errorMessage: "The tool's code failed: thrown ***" });
      const record = await succeed<Execution>(own.admin.get(`/v1/executions/${thrown.historyId}`));
      expect(record.failureKind).toBe("toolError");
      expect(await run("faulty_give")).toMatchObject({ output: { fields: { apiKey: "***" } } });
      await expect.poll(() => own.server.readLog()).toContain("printed ***");
      await expect.poll(() => own.server.readLog()).toContain("thrown ***");
      expect(own.server.readLog()).not.toContain(secret);
    },
  );

  test("sends credentials to the origin they were entered for only", proves("code.credentials"), async () => {
    const { port } = shop.address() as AddressInfo;
    await run("faulty_elsewhere", { url: "/account" });
    await run("faulty_elsewhere", { url: `http://127.0.0.2:${port}/acme/api/account` });
    expect(arrived.slice(-2)).toEqual([
      { host: `127.0.0.1:${port}`, path: "GET /acme/api/account", key: secret },
      { host: `127.0.0.2:${port}`, path: "GET /acme/api/account", key: undefined },
    ]);
    const { length } = arrived;
    expect(await run("faulty_elsewhere", { url: "http://10.1.2.3/" })).toMatchObject({ isSuccess: false });
    expect(arrived).toHaveLength(length);
  });

  test.each(["loop", "exit", "fill"])("%s fails its own call", proves("code.own-failure"), async (name) => {
    // On a busy machine a good call, too, may take longer than the limit. Then both are tried again.
    const runBoth = async () => {
      const [failed, beside] = await Promise.all([
        run(`faulty_${name}`),
        run("orders_cancel_unpaid", { id: "7" }),
      ]);
      expect(failed.isSuccess).toBe(false);
      return beside;
    };
    await expect.poll(runBoth, { timeout: 120_000 }).toMatchObject({ isSuccess: true });
    await expect.poll(() => run("orders_cancel_unpaid", { id: "7" })).toMatchObject({ isSuccess: true });
  });

  test("follows the files at a start", proves("code.restart"), async () => {
    const before = await succeed<Application>(own.admin.get("/v1/applications/orders"));
    const aside = mkdtempSync(join(tmpdir(), "bowline-code-"));
    renameSync(join(folder, "orders"), join(aside, "orders"));
    await own.server.stop();
    const without = await own.server.restart();
    const admin = createKeyCaller(own.server.adminApiKey, without);
    await refuse(admin.get("/v1/applications/orders"), "NOT_FOUND");
    await refuse(admin.post("/v1/tools/orders_list/execute", {}), "NOT_FOUND");
    renameSync(join(aside, "orders"), join(folder, "orders"));
    await without.stop();
    const again = await own.server.restart();
    const back = createKeyCaller(own.server.adminApiKey, again);
    // The address of its icon has the port.
    const iconUrl = expect.anything();
    expect(await succeed<Application>(back.get("/v1/applications/orders"))).toEqual({ ...before, iconUrl });
    expect(await execute(back, "orders_cancel_unpaid", { fields: { id: "7" } })).toMatchObject({
      isSuccess: true,
    });
    await again.stop();
    rmSync(aside, { recursive: true });
  });
});

describeOwnServer("an application that reports failures with status 200", () => {
  const own = useOwnServer();

  test("has its message and its kind in the result", proves("failures.in-success"), async () => {
    const { port } = shop.address() as AddressInfo;
    const get = (operationId: string) => ({
      get: { operationId, responses: { 200: { description: "OK" } } },
    });
    const document = {
      openapi: "3.1.0",
      info: { title: "Books", version: "1" },
      servers: [{ url: `http://127.0.0.1:${port}` }],
      "x-bowline-failure": {
        path: "/ok",
        equals: false,
        messagePath: "/error",
        kinds: { authorizationExpired: ["token_revoked"] },
      },
      paths: { "/status/missing": get("missing"), "/status/ended": get("ended") },
    };
    await succeed(own.admin.post("/v1/applications", { source: "openapi", slug: "books", document }));
    for (const [tool, errorMessage, kind] of [
      ["books_missing", "The application reported a failure: no_such_book", "downstreamRefused"],
      [
        "books_ended",
        "The application refused the connection's credentials: token_revoked",
        "authorizationExpired",
      ],
    ] as const) {
      const response = await execute(own.admin, tool, {});
      expect(response).toMatchObject({ isSuccess: false, errorMessage, executionInfo: { statusCode: 200 } });
      const record = await succeed<Execution>(own.admin.get(`/v1/executions/${response.historyId}`));
      expect(record.failureKind).toBe(kind);
    }
  });
});
