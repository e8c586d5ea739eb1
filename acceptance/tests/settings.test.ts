import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nobody } from "../support/actors.ts";
import { connect, execute, type ImportedApplication, importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Execution, ListOf } from "../support/records.ts";
import { findApiKey, findSecret } from "../support/secrets.ts";
import { startFailingServer } from "../support/start-server.ts";

let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

describeOwnServer("BOWLINE_HISTORY=off, small tool limits and metrics", () => {
  const own = useOwnServer({
    BOWLINE_HISTORY: "off",
    BOWLINE_TOOL_TIMEOUT_MS: "3000",
    BOWLINE_TOOL_OUTPUT_BYTES: "20000",
    BOWLINE_METRICS: "true",
  });
  let application: ImportedApplication;
  beforeAll(async () => {
    application = await importDownstream(downstream, { admin: own.admin });
    await connect(own.admin, application, { isDefault: true });
  });

  test("stores no history", proves("history.off", "operations.history-setting"), async () => {
    const outcome = await execute(own.admin, application.tool("list_items"));
    expect(outcome).toMatchObject({ isSuccess: true, historyId: null });
    expect(await succeed<ListOf<Execution>>(own.admin.get("/v1/executions"))).toMatchObject({
      totalCount: 0,
    });
  });

  test("ends a call that takes too long", proves("failures.timeout", "operations.tool-timeout"), async () => {
    const outcome = await execute(own.admin, application.tool("read_slowly"), {
      fields: { milliseconds: 9000 },
    });
    expect(outcome.isSuccess).toBe(false);
    expect(outcome.errorMessage).toMatch(/time|long|within/i);
  });

  test(
    "refuses a response that is too large",
    proves("failures.too-large", "operations.tool-output"),
    async () => {
      const run = (bytes: number) =>
        execute(own.admin, application.tool("read_large"), { fields: { bytes } });
      expect(await run(19_000)).toMatchObject({ isSuccess: true });
      expect(await run(21_000)).toMatchObject({ isSuccess: false, output: null });
    },
  );

  test(
    "serves metrics without a credential and without secrets",
    proves("operations.metrics.on", "operations.metrics.private"),
    async () => {
      const { status, headers, text } = await nobody(own.server).get("/metrics");
      expect(status).toBe(200);
      expect(headers["content-type"]).toMatch(/^text\/plain/);
      expect(text).toMatch(/^# TYPE \w+ (counter|gauge|histogram)$/m);
      expect(text).toMatch(/^bowline_build_info\{version="[\w.-]+"\} 1$/m);
      expect(text).toMatch(/^bowline_database_connections\{pool="calls",state="(?:idle|busy)"\} [1-9]/m);
      expect(text).toMatch(/^bowline_database_waiting\{pool="lists"\} 0$/m);
      expect(text).toMatch(/^bowline_history_waiting 0$/m);
      expect(text).toMatch(/^bowline_history_lost_total 0$/m);
      expect(findSecret(text) ?? findApiKey(text)).toBeNull();
    },
  );
});

describeOwnServer("BOWLINE_HISTORY=metadata, a public address and a small body limit", () => {
  const own = useOwnServer({
    BOWLINE_HISTORY: "metadata",
    BOWLINE_TOOL_TIMEOUT_MS: "3000",
    BOWLINE_BASE_URL: "https://tools.example.com/gateway",
    BOWLINE_BODY_BYTES: "4096",
    HOST: "localhost",
  });

  test("listens on the configured host", proves("operations.host"), async () => {
    expect(new URL(own.server.baseUrl).hostname).toBe("localhost");
    await succeed(own.admin.get("/v1/auth/whoami"));
  });

  test("returns links with the public address", proves("operations.base-url"), async () => {
    const person = { kind: "person", fullName: "A Person", email: "person@example.com", role: "Member" };
    const headers = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    const { text } = await own.admin.send("POST", "/v1/members", { body: person, headers });
    expect(text).toContain("https://tools.example.com/gateway/");
    expect(text).not.toContain("127.0.0.1");
    expect(text).not.toContain("evil.example");
  });

  test("lists its addresses below the path of the public address", proves("start-page.program"), async () => {
    const addresses = await succeed<Record<string, string>>(nobody(own.server).get("/"));
    expect(addresses).toMatchObject({ api: "/gateway/v1", reference: "/gateway/docs" });
  });

  test(
    "names issuer, audience and redirect address by the public address",
    proves("operations.base-url.oauth"),
    async () => {
      const read = async (document: string) => {
        const headers = { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
        const url = `${own.server.baseUrl}/.well-known/${document}`;
        return (await fetch(url, { headers })).json();
      };
      const address = "https://tools.example.com/gateway";
      expect(await read("oauth-authorization-server")).toMatchObject({
        issuer: address,
        token_endpoint: expect.stringContaining(`${address}/`),
      });
      expect(await read("oauth-protected-resource/mcp")).toMatchObject({
        resource: `${address}/mcp`,
        authorization_servers: [address],
      });
      const { slug, record } = await importDownstream(downstream, {
        admin: own.admin,
        body: { provider: "github" },
      });
      const method = record.authentications.find(({ type }) => type === "oauth2");
      const path = `/v1/applications/${slug}/authentications/${method?.authenticationId}/client`;
      const client = await succeed<{ redirectUri: string }>(own.admin.put(path, { clientId: "ours" }));
      expect(client.redirectUri).toMatch(`${address}/`);
    },
  );

  test("refuses a body over the limit", proves("operations.body-limit"), async () => {
    await succeed(own.admin.post("/v1/toolsets", { name: "x", workflows: [] }));
    const workflows = Array.from({ length: 110 }, () => randomUUID());
    await refuse(own.admin.post("/v1/toolsets", { name: "x", workflows }), "INVALID_REQUEST");
  });

  test(
    "stores neither input nor output",
    proves("history.metadata", "operations.history-setting", "history.kind", "failures.timeout"),
    async () => {
      const application = await importDownstream(downstream, { admin: own.admin });
      await connect(own.admin, application, { isDefault: true });
      const fields = { milliseconds: 9000 };
      const { historyId } = await execute(own.admin, application.tool("read_slowly"), { fields });
      const record = await succeed<Execution>(own.admin.get(`/v1/executions/${historyId}`));
      expect(record).toMatchObject({ input: null, output: null, isSuccess: false, failureKind: "timeout" });
      expect(record.responseHeaders).toBeNull();
      expect(record.timings?.downstream).toBeGreaterThanOrEqual(2998);
    },
  );
});

describe("the defaults", () => {
  test("serve no metrics", proves("operations.metrics.off"), async () => {
    expect((await nobody().get("/metrics")).status).not.toBe(200);
  });
});

describeOwnServer("wrong settings", () => {
  test("prevent the start and are all named", proves("operations.bad-settings"), async () => {
    const { exitCode, log } = await startFailingServer({
      BOWLINE_RATE_BURST: "many",
      BOWLINE_HISTORY: "some",
      BOWLINE_TOOL_TIMEOUT_MS: "-1",
    });
    expect(exitCode).not.toBe(0);
    for (const name of ["BOWLINE_RATE_BURST", "BOWLINE_HISTORY", "BOWLINE_TOOL_TIMEOUT_MS"]) {
      expect(log).toContain(name);
    }
  });
});
