import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, uniqueName } from "../support/actors.ts";
import { createKeyCaller, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { type MeasuredServer, startMeasuredServer } from "../support/event-loop.ts";
import { type HostileMcpServer, startHostileMcpServer } from "../support/hostile-mcp-server.ts";
import { createToolset, newestRequest } from "../support/mcp-door.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { plantSecret } from "../support/secrets.ts";

/** The server promises 100 ms on a quiet machine. On a busy one the same work takes more computing time. */
const limitMs = 150;
const attempts = 6;
const mebibyte = 1024 * 1024;
/** Twice the default. */
const maxBytes = 10 * mebibyte;
const fill = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));

let measured: MeasuredServer;
let hostile: HostileMcpServer;
let caller: Actor;
let slug: string;
let path: string;
/** The path of a toolset that keeps long outputs. */
let keepingPath: string;
const secret = plantSecret("hostile");

describeOwnServer("a response of an MCP server holds the event loop for a short time only", () => {
  beforeAll(async () => {
    measured = await startMeasuredServer({ BOWLINE_TOOL_OUTPUT_BYTES: String(maxBytes) });
    const { server } = measured;
    const admin = createKeyCaller(server.adminApiKey, server);
    hostile = await startHostileMcpServer(deployment().downstreamHost);
    slug = uniqueName("mcp");
    await succeed(admin.post("/v1/applications", { source: "mcp", slug, url: hostile.url }));
    caller = await hireActor({ admin, target: server });
    const connection = await succeed<{ connectionId: number; applicationSlug: string }>(
      caller.post("/v1/connections", { applicationSlug: slug, fields: { token: secret }, isDefault: true }),
    );
    const open = async (settings = {}) =>
      `/mcp/${(await createToolset(caller, connection, [`${slug}_give`], settings)).toolsetId}`;
    path = await open();
    keepingPath = await open({ resultBytes: 1000 });
  });

  afterAll(async () => {
    hostile?.close();
    await measured?.server[Symbol.asyncDispose]();
  });

  const callOverMcp = () => callAt(path, `${slug}_give`, {});

  async function callAt(
    toolset: string,
    name: string,
    input: object,
  ): Promise<{ status: number; text: string }> {
    const { body, headers } = newestRequest("tools/call", { name, arguments: input });
    const response = await request(measured.server.baseUrl + toolset, {
      method: "POST",
      headers: {
        ...headers,
        "x-api-key": caller.apiKey,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(body),
    });
    return { status: response.statusCode, text: await response.body.text() };
  }

  /** Does it again while a turn was too long, on a busy machine. */
  async function expectShortTurns(name: string, work: () => Promise<unknown>): Promise<void> {
    const turns: number[] = [];
    do {
      turns.push(await measured.measureTurn(work));
    } while ((turns.at(-1) ?? 0) > limitMs && turns.length < attempts);
    expect(Math.min(...turns), `${name}: turns of ${turns.join(", ")} ms`).toBeLessThan(limitMs);
  }

  const ways: Record<string, () => Promise<{ status: number; text: string }>> = {
    "/v1": () => caller.post(`/v1/tools/${slug}_give/execute`, {}),
    "/mcp": callOverMcp,
  };

  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, 1]));
  const asText = (json: string) => `{"content":[{"type":"text","text":${JSON.stringify(json)}}]}`;
  const asStructure = (json: string) => `{"content":[],"structuredContent":${json}}`;
  const image = `{"type":"image","data":"${"A".repeat(400_000)}","mimeType":"image/png"}`;
  const records = (size: number) => `[${fill('{"id":1,"name":"a name","tags":["a"]},', size)}{}]`;
  const results: [string, (size: number) => string, number?][] = [
    ["of records as text, of 10 MB", (size) => asText(records(size)), maxBytes],
    ["of structured records, of 10 MB", (size) => asStructure(`{"all":${records(size)}}`), maxBytes],
    ["of objects that are empty", (size) => asStructure(`{"all":[${fill("{},", size)}{}]}`)],
    ["of names that are all different", (size) => asStructure(JSON.stringify(names(size / 15)))],
    ["of many texts", (size) => `{"content":[${fill('{"type":"text","text":"a"},', size)}{"type":"x"}]}`],
    ["of images", (size) => `{"content":[${fill(`${image},`, size)}${image}]}`],
    ["that repeats the secret", (size) => asText(fill(`${secret} `, size))],
    ["of escapes", (size) => asText(fill("%41&#65;\\u0041", size / 2))],
    ["of a failure", (size) => `{"isError":true,${asText(fill("no ", size)).slice(1)}`],
    ["of a question", (size) => `{"resultType":"input_required","requestState":"${fill("a", size)}"}`],
    ["that is no result", (size) => `[${fill("{},", size)}{}]`],
  ];

  test.each(results)("%s", proves("pass.event-loop"), async (_name, render, bytes = 5 * mebibyte) => {
    const text = render(bytes - 1000);
    hostile.result =
      text.startsWith("{") && !text.includes("resultType")
        ? `{"resultType":"complete",${text.slice(1)}`
        : text;
    for (const [way, call] of Object.entries(ways)) {
      hostile.isStream = !hostile.isStream;
      await expectShortTurns(way, async () => {
        const { status, text: said } = await call();
        expect(status, said.slice(0, 500)).toBe(200);
      });
    }
  });

  test(
    "nor does the history of one of names that are all different, which is read on as it was shown",
    proves("pass.event-loop", "agents.size.read"),
    async () => {
      const output = JSON.stringify(names(120_000));
      hostile.result = `{"resultType":"complete",${asStructure(output).slice(1)}`;
      const shown = JSON.parse((await callAt(keepingPath, `${slug}_give`, {})).text).result;
      expect(shown.content[0].text).toBe(output.slice(0, 1000));
      const historyId = shown._meta["bowline/historyId"];
      await expectShortTurns("read_result", async () => {
        const input = { historyId, offset: 1000 };
        const { text } = await callAt(keepingPath, "bowline_read_result", input);
        expect(JSON.parse(text).result.content[0].text).toBe(output.slice(1000, 2000));
      });
      await expectShortTurns("history", async () => {
        expect((await caller.get(`/v1/executions/${historyId}`)).text).toContain(`"output":${output}`);
      });
    },
  );

  test(
    "nor does one whose listed schema has alternatives that multiply",
    proves("pass.event-loop"),
    async () => {
      const defs: Record<string, object> = { d27: { type: "object" } };
      for (let level = 0; level < 27; level++) {
        const next = { $ref: `#/$defs/d${level + 1}` };
        defs[`d${level}`] = { allOf: [next, next] };
      }
      const outputSchema = { type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs: defs };
      const { tools } = hostile;
      hostile.tools = tools.map((tool) => ({ ...tool, outputSchema }));
      const { server } = measured;
      const admin = createKeyCaller(server.adminApiKey, server);
      const listing = uniqueName("mcp");
      await succeed(admin.post("/v1/applications", { source: "mcp", slug: listing, url: hostile.url }));
      hostile.tools = tools;
      const connection = await succeed<{ connectionId: number; applicationSlug: string }>(
        caller.post("/v1/connections", { applicationSlug: listing, fields: { token: secret } }),
      );
      const settings = { outputSchemas: true };
      const { toolsetId } = await createToolset(caller, connection, [`${listing}_give`], settings);
      hostile.result = `{"resultType":"complete","content":[],"structuredContent":{"a":{"b":1}}}`;
      await expectShortTurns("outputSchemas", async () => {
        const { text } = await callAt(`/mcp/${toolsetId}`, `${listing}_give`, {});
        expect(JSON.parse(text).result).toMatchObject({ structuredContent: {} });
      });
    },
  );

  const notification = JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
  test.each([
    ["notifications", `data: ${notification}\n\n`],
    ["responses to others", 'data: {"jsonrpc":"2.0","id":"a","result":{"content":[]}}\n\n'],
    ["comments", ": a comment\n\n"],
    ["blank lines", "\n"],
  ])("in a stream that begins with %s", proves("pass.event-loop"), async (name, event) => {
    hostile.result = '{"resultType":"complete","content":[{"type":"text","text":"a"}]}';
    hostile.isStream = true;
    hostile.beginning = fill(event, 5 * mebibyte);
    await expectShortTurns(name, async () => {
      const result = await succeed(caller.post(`/v1/tools/${slug}_give/execute`, {}));
      expect(result).toMatchObject({ isSuccess: true, output: "a" });
    }).finally(() => {
      hostile.beginning = "";
    });
  });

  test("nor does an import of 2,000 tools", proves("pass.event-loop"), async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`member${n}`, { type: "string", description: "x".repeat(80) }]),
    );
    const [give] = hostile.tools;
    hostile.tools = Array.from({ length: 2000 }, (_, n) => ({
      ...give,
      name: `give${n}`,
      inputSchema: { type: "object", properties: { ...properties, [`own${n}`]: { type: "string" } } },
      // Each text is searched for secrets.
      annotations: { readOnlyHint: true, texts: Array.from({ length: 400 }, () => "") },
    }));
    const admin = createKeyCaller(measured.server.adminApiKey, measured.server);
    await expectShortTurns("import", async () => {
      const body = { source: "mcp", slug: uniqueName("large"), url: hostile.url };
      const { toolCount } = await succeed<{ toolCount: number }>(admin.post("/v1/applications", body));
      expect(toolCount).toBe(2000);
    }).finally(() => {
      hostile.tools = give === undefined ? [] : [give];
    });
  });
});
