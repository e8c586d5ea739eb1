import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hireActor, makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { type KeyProxy, startKeyProxy } from "../support/key-proxy.ts";
import { proves } from "../support/proves.ts";
import type { Connection, Toolset } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

/** The tools that the scenarios call, by path. */
const tools: Record<string, { status: number; type: string; body: string }> = {
  test_simple_text: {
    status: 200,
    type: "text/plain",
    body: "This is a simple text response for testing.",
  },
  test_error_handling: {
    status: 500,
    type: "application/json",
    body: '{"message": "This tool intentionally returns an error for testing"}',
  },
};
const text = { description: "OK", content: { "text/plain": { schema: { type: "string" } } } };
let application: Server;
let proxy: KeyProxy;
let url: string;

beforeAll(async () => {
  application = createServer((request, response) => {
    const { status, type, body } = tools[request.url?.slice(1) ?? ""] ?? { status: 404, type: "", body: "" };
    response.writeHead(status, { "content-type": type }).end(body);
  });
  await new Promise<void>((resolve) => application.listen(0, deployment().downstreamHost, resolve));
  const slug = uniqueName("conf");
  const document = {
    openapi: "3.1.0",
    info: { title: "Conformance", version: "1" },
    servers: [
      { url: `http://${deployment().downstreamHost}:${(application.address() as AddressInfo).port}` },
    ],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths: Object.fromEntries(
      Object.keys(tools).map((name) => [
        `/${name}`,
        { get: { operationId: name, summary: name, responses: { "200": text } } },
      ]),
    ),
  };
  await succeed(theAdmin().post("/v1/applications", { source: "openapi", slug, document }));
  const actor = await hireActor();
  const { connectionId } = await succeed<Connection>(
    actor.post("/v1/connections", { applicationSlug: slug, fields: { token: plantSecret("conformance") } }),
  );
  const toolSlugs = Object.keys(tools).map((name) => `${slug}_${name}`);
  const { toolsetId } = await succeed<Toolset>(
    actor.post("/v1/toolsets", {
      name: "Conformance",
      connections: [{ connectionId, applicationSlug: slug, toolSlugs }],
      settings: {
        tools: Object.fromEntries(Object.keys(tools).map((name) => [`${slug}_${name}`, { name }])),
      },
    }),
  );
  const { apiKey } = await makeKey(actor, { name: "Conformance", toolsetId });
  proxy = await startKeyProxy(deployment().baseUrl, apiKey);
  url = `${proxy.origin}/mcp/${toolsetId}`;
});

afterAll(() => {
  proxy?.close();
  application?.close().closeAllConnections();
});

/** What the files list fails because Bowline has tools only: no prompts, resources, completion, logging or tasks. */
test.each(["2026-07-28", "2025-11-25"])(
  "the scenarios of revision %s pass or are listed as failing, and no listed one passes",
  proves("clients.conformance"),
  async (revision) => {
    const output = await mkdtemp(join(tmpdir(), "bowline-conformance-"));
    const main = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");
    const expected = join(import.meta.dirname, "..", "fixtures", `mcp-conformance-${revision}.yaml`);
    const child = spawn(
      process.execPath,
      [
        main,
        "server",
        "--url",
        url,
        "--requirements",
        revision,
        "--expected-failures",
        expected,
        "-o",
        output,
      ],
      { stdio: ["ignore", "pipe", "pipe"], env: { PATH: process.env.PATH, HOME: output } },
    );
    let log = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        log += chunk;
      });
    }
    const [code] = await once(child, "close");
    await rm(output, { recursive: true, force: true });
    expect(code, log.slice(-40000)).toBe(0);
  },
);
