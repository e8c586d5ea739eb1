import {
  Client,
  type ClientCapabilities,
  ProtocolError,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { succeed } from "../support/caller.ts";
import {
  type ConformanceApplication,
  newestSchema,
  readToolName,
  startConformanceApplication,
} from "../support/conformance-application.ts";
import { deployment } from "../support/deployment.ts";
import { type HostileMcpServer, startHostileMcpServer } from "../support/hostile-mcp-server.ts";
import {
  clientKinds,
  connectClient,
  createToolset,
  newestRevision,
  olderRequest,
  sendRaw,
} from "../support/mcp-door.ts";
import { type ModernServer, openModernServer } from "../support/mcp-server.ts";
import { proves } from "../support/proves.ts";
import type { JsonObject, ListOf, Tool } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

const schema = { type: "object" as const };
const secret = plantSecret("passed");
const image = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
const everyBlock = [
  { type: "text", text: "All of it:", annotations: { audience: ["user"], priority: 0.5 } },
  { ...image, annotations: { audience: ["assistant"], lastModified: "2026-01-12T15:00:58Z" } },
  { type: "audio", data: "UklGRg==", mimeType: "audio/wav" },
  { type: "resource", resource: { uri: "test://text", mimeType: "text/plain", text: "hello" } },
  { type: "resource", resource: { uri: "test://bytes", mimeType: "image/png", blob: "iVBORw0KGgo=" } },
  {
    type: "resource_link",
    uri: "test://link",
    name: "link",
    title: "A link",
    mimeType: "text/plain",
    size: 5,
  },
];
const longFailure = "No such page. ".repeat(200).trim();

let server: ModernServer;
/** Unlike the SDK's, it sends every result. */
let loose: HostileMcpServer;
let suite: ConformanceApplication;
let caller: Actor;
/** Paths and tool slugs of the two applications. */
let plain: { path: string; name(tool: string): string };
let paged: typeof plain;
let unchecked: typeof plain;
let asking: { path: string; name(tool: string): string };
let result: JsonObject = {};

async function install(url: string, settings: JsonObject = {}): Promise<typeof plain> {
  const slug = uniqueName("pass");
  await succeed(theAdmin().post("/v1/applications", { source: "mcp", slug, url, name: "Fixture" }));
  const connection = await succeed<{ connectionId: number; applicationSlug: string }>(
    caller.post("/v1/connections", { applicationSlug: slug, fields: { token: secret } }),
  );
  const { items } = await succeed<ListOf<Tool>>(caller.get("/v1/tools", { applicationSlug: slug, top: 100 }));
  const slugs = items.map((tool) => tool.slug);
  const toolset = await createToolset(caller, connection, slugs, settings);
  // Long names are shortened in slugs; the descriptions of the suite's tools have them whole.
  const name = (tool: string) =>
    items.find((one) => one.slug === `${slug}_${tool}` || readToolName(one.description) === tool)?.slug ?? "";
  return { path: `/mcp/${toolset.toolsetId}`, name };
}

beforeAll(async () => {
  caller = await hireActor();
  suite = await startConformanceApplication();
  server = await openModernServer([{ name: "give", description: "Gives something.", inputSchema: schema }], {
    give: async () => result,
  });
  loose = await startHostileMcpServer(deployment().downstreamHost);
  plain = await install(server.url);
  unchecked = await install(loose.url);
  paged = await install(server.url, { resultBytes: 10_000 });
  asking = await install(suite.url, { schemas: "full" });
});

afterAll(async () => {
  await server?.close();
  suite?.close();
  loose?.close();
});

beforeEach(() => {
  result = {};
});

const keyOf = () => ({ "x-api-key": caller.apiKey });

describe.each(clientKinds)("the client %s gets", (kind) => {
  const give = async ({ path, name } = plain) => {
    const client = await connectClient(kind, path, keyOf());
    return client.call(name("give")).finally(() => client.close());
  };

  test("every kind of content as it is", proves("pass.content"), async () => {
    result = { content: everyBlock };
    expect((await give()).content).toEqual(everyBlock);
    result = { content: [] };
    expect((await give()).content).toEqual([]);
  });

  test("what it may not know as a text, and the rest as it is", proves("pass.content.unknown"), async () => {
    const video = { type: "video", url: "https://example.com/a.mp4" };
    const broken = { ...image, data: "no base64!" };
    const text = (told: string) => ({ type: "text", text: told });
    const [shownVideo, shownBroken] = [text(JSON.stringify(video)), text(JSON.stringify(broken))];
    const structuredContent = { dots: 1 };
    for (const [sent, shown] of [
      [{ content: [text("See:"), video, image, broken] }, [text("See:"), shownVideo, image, shownBroken]],
      [{ content: [text("See:"), video] }, [text("See:"), shownVideo]],
      [
        { structuredContent, content: [video, image] },
        [text(JSON.stringify(structuredContent)), shownVideo, image],
      ],
      [{ isError: true, content: [text("No."), video, image] }, [text("toolError: No."), shownVideo, image]],
    ] as const) {
      loose.result = JSON.stringify(sent);
      expect((await give(unchecked)).content).toEqual(shown);
    }
  });

  test("what stands beside long structured content", proves("pass.structured.long"), async () => {
    const said = { type: "text", text: "Three of them are late." };
    const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, said: "x".repeat(80) }));
    const heavy = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`name${index}`, index]));
    for (const structuredContent of [
      { rows: rows(2000) },
      { rows: rows(300), more: "x".repeat(90_000) },
      heavy,
    ]) {
      result = { structuredContent, content: [said, image] };
      const { content } = await give();
      expect(content.slice(2)).toEqual([said, image]);
      expect(content[0]?.text?.length).toBeLessThanOrEqual(100_000 - said.text.length);
      expect(content[1]?.text).toContain("part of the result");
    }
  });

  test("structured content and an image together", proves("pass.structured"), async () => {
    const structuredContent = { dots: 1 };
    result = { structuredContent, content: [{ type: "text", text: '{"dots":1}' }, image] };
    expect(await give()).toMatchObject({
      structuredContent,
      content: [{ type: "text", text: '{"dots":1}' }, image],
    });
    result = { structuredContent: { content: [image] }, content: [image] };
    const shown = { content: [{ ...image, data: "(beside this text)" }] };
    const { content, structuredContent: repeated } = await give();
    expect(repeated).toEqual({ content: [image] });
    expect(content).toEqual([{ type: "text", text: expect.any(String) }, image]);
    expect(JSON.parse(content[0]?.text ?? "")).toEqual(shown);
  });

  test("texts beside structured content that say more than it", proves("pass.structured.texts"), async () => {
    const text = (told: string) => ({ type: "text", text: told });
    const structuredContent = { dots: 1, done: true };
    const json = JSON.stringify(structuredContent);
    result = { structuredContent, content: [text('{"done": true, "dots": 1}'), text("One dot."), image] };
    expect((await give()).content).toEqual([text(json), text("One dot."), image]);
    for (const [wrapped, content] of [
      ["done", [text("done")]],
      [7, [text("7")]],
      [
        [{ a: 1 }, "b"],
        [text('{"a":1}'), text("b")],
      ],
    ]) {
      result = { structuredContent: { result: wrapped }, content };
      expect((await give()).content).toEqual([text(JSON.stringify({ result: wrapped }))]);
    }
    for (const member of ["hi\n", [{ a: 1 }]]) {
      const file = { lines: 1, content: member };
      const said = typeof member === "string" ? member : JSON.stringify(member, null, 2);
      result = { structuredContent: file, content: [text(said)] };
      expect((await give()).content).toEqual([text(JSON.stringify(file))]);
    }
    result = { structuredContent, content: [text("x".repeat(150_000))] };
    const long = await give();
    expect(long).toMatchObject({
      structuredContent,
      content: [text(json), { type: "text" }, { type: "text" }],
    });
    const left = 100_000 - json.length;
    expect(long.content[1]?.text).toHaveLength(left);
    expect(long.content[2]?.text).toContain(`only the first ${left} of 150000 characters`);
  });

  test("a failure with all its words and images", proves("pass.failure"), async () => {
    result = { isError: true, content: [{ type: "text", text: longFailure }] };
    expect(await give()).toMatchObject({
      isError: true,
      content: [{ type: "text", text: `toolError: ${longFailure}` }],
      _meta: { "bowline/kind": "toolError" },
    });
    result = { isError: true, content: [{ type: "text", text: "See:" }, image] };
    expect(await give()).toMatchObject({ content: [{ text: "toolError: See:" }, image] });
    const screenshot = { ...image, data: "iVBO".repeat(50_000) };
    for (const structuredContent of [undefined, { code: 5 }]) {
      result = { isError: true, content: [{ type: "text", text: "See:" }, screenshot], structuredContent };
      expect(await give()).toMatchObject({
        isError: true,
        content: [{ text: "toolError: See:" }, screenshot],
      });
    }
    const long = { type: "text", text: longFailure };
    const json = { type: "text", text: JSON.stringify({ error: longFailure }) };
    for (const [content, structuredContent, said] of [
      [[long, image], undefined, longFailure],
      [[json], undefined, json.text],
      [[long], { code: 5 }, longFailure],
      [[{ type: "text", text: `${longFailure}${" ".repeat(70_000)}` }], undefined, longFailure],
    ] as const) {
      result = { isError: true, content: [...content], ...(structuredContent && { structuredContent }) };
      expect((await give()).content[0]?.text).toBe(`toolError: ${said}`);
    }
  });

  test("no secret", proves("pass.secrets"), async () => {
    result = {
      structuredContent: { said: secret },
      content: [
        { type: "resource", resource: { uri: `test://${secret}`, mimeType: "text/plain", text: secret } },
      ],
    };
    // The support checks each result for planted secrets.
    expect(JSON.stringify(await give())).toContain("***");
    result = { content: [{ type: "text", text: `${"x".repeat(100_000)}${secret}` }] };
    await give();
  });

  test("an image whatever the length of the text beside it", proves("pass.bounds"), async () => {
    result = { content: [{ type: "text", text: "x".repeat(150_000) }, image, { type: "text", text: "end" }] };
    const { content } = await give();
    expect(content[0]).toEqual({ type: "text", text: "x".repeat(100_000) });
    expect(content[1]).toEqual(image);
    expect(content[2]?.text).toContain("characters 0 to 99999 of 150003");
    expect(content).toHaveLength(3);
  });

  test("the text of a resource up to the length of a result", proves("pass.bounds"), async () => {
    const resource = (text: string) => ({ type: "resource", resource: { uri: "test://long", text } });
    result = { content: [image, resource("x".repeat(150_000))] };
    const { content } = await give();
    expect(content).toEqual([
      image,
      resource("x".repeat(100_000)),
      { type: "text", text: expect.stringContaining("characters 0 to 99999 of 150000") },
    ]);
    result = { isError: true, content: [resource("x".repeat(150_000))] };
    expect(JSON.stringify((await give()).content).length).toBeLessThan(101_000);
  });

  test("the rest of a long text beside an image", proves("pass.bounds"), async () => {
    const [one, other] = ["a".repeat(15_000), "b".repeat(15_000)];
    result = { content: [{ type: "text", text: one }, image, { type: "text", text: other }] };
    const client = await connectClient(kind, paged.path, keyOf());
    const { content, _meta } = await client.call(paged.name("give"));
    const historyId = _meta?.["bowline/historyId"];
    expect(content.slice(0, 2)).toEqual([{ type: "text", text: one.slice(0, 10_000) }, image]);
    expect(content[2]?.text).toContain(JSON.stringify({ historyId, offset: 10_000 }));
    const readOn = async (offset: number) =>
      (await client.call("bowline_read_result", { historyId, offset })).content.map(({ text }) => text);
    expect((await readOn(10_000)).slice(0, -1)).toEqual([one.slice(10_000), other.slice(0, 5000)]);
    expect(await readOn(20_000)).toEqual([
      other.slice(5000),
      expect.stringContaining("20000 to 29999 of 30000"),
    ]);
    expect(await readOn(30_000)).toEqual(["There are only 30000 characters."]);
    await client.close();
  });

  test("large results, up to the limit", proves("pass.bounds"), async () => {
    const large = { ...image, data: "iVBORw0KGgo=".repeat(100_000).replaceAll("=", "A") };
    result = { content: [{ type: "text", text: "Large:" }, large] };
    expect((await give()).content).toEqual(result.content);
    result = { content: [{ type: "text", text: "x".repeat(200_000) }] };
    const cut = await give();
    expect(cut.content[0]?.text).toBe("x".repeat(100_000));
    expect(cut.content[1]?.text).toContain("part of the result");
    result = { content: [{ type: "text", text: "x".repeat(12_000_000) }] };
    expect(await give()).toMatchObject({ isError: true, _meta: { "bowline/kind": "outputTooLarge" } });
  });
});

describe("a tool that asks", () => {
  const asked: string[] = [];
  beforeEach(() => asked.splice(0));

  /** The client of the newest SDK, which puts requests of a tool to its handlers and sends the responses. */
  async function call(name: string, capabilities: ClientCapabilities): Promise<JsonObject> {
    const client = new Client(
      { name: "acceptance", version: "1" },
      { capabilities, versionNegotiation: { mode: { pin: newestRevision } } },
    );
    if (capabilities.elicitation !== undefined) {
      client.setRequestHandler("elicitation/create", async ({ params }) => {
        asked.push(params.message);
        return { action: "accept", content: { name: "Ada", color: "blue", ok: true } };
      });
    }
    if (capabilities.sampling !== undefined) {
      client.setRequestHandler("sampling/createMessage", async () => {
        asked.push("sampling");
        return { role: "assistant", content: { type: "text", text: "Hi" }, model: "none" };
      });
    }
    if (capabilities.roots !== undefined) {
      client.setRequestHandler("roots/list", async () => ({ roots: [{ uri: "file:///here" }] }));
    }
    const url = new URL(deployment().baseUrl + asking.path);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: keyOf() } }));
    try {
      return (await client.callTool({ name: asking.name(name), arguments: {} })) as JsonObject;
    } finally {
      await client.close();
    }
  }

  test("a person twice gets both responses", proves("pass.input", "pass.input.name"), async () => {
    const all = await call("test_input_required_result_multi_round", { elicitation: {} });
    expect(all).toMatchObject({ content: [{ type: "text", text: "Done." }] });
    expect(asked).toEqual([
      "Fixture: Step 1: What is your name?",
      "Fixture: Step 2: What is your favorite color?",
    ]);
  });

  test("for several things at once gets them", proves("pass.input"), async () => {
    const can = { elicitation: {}, sampling: {}, roots: {} };
    expect(await call("test_input_required_result_multiple_inputs", can)).toMatchObject({
      content: [{ text: "Thank you." }],
    });
    expect(asked.toSorted()).toEqual(["Fixture: What is your name?", "sampling"]);
  });

  test(
    "what a client cannot do is an error, and so it is over the API",
    proves("pass.input.unable"),
    async () => {
      const name = "test_input_required_result_elicitation";
      await expect(call(name, { sampling: {} })).rejects.toMatchObject({
        code: -32_021,
        data: { requiredCapabilities: { elicitation: {} } },
      });
      expect(await execute(caller, asking.name(name), {})).toMatchObject({ isSuccess: false, output: null });
      expect(asked).toEqual([]);
    },
  );

  test("and gets what it refuses is an error of the protocol", proves("pass.input.refused"), async () => {
    const refused = call("test_missing_capability", {}).catch((error: unknown) => error);
    expect(await refused).toBeInstanceOf(ProtocolError);
    expect(await refused).toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { sampling: {} } },
    });
  });
});

test(
  "a link is a text for a client of the revision before links",
  proves("pass.content.unknown"),
  async () => {
    const link = { type: "resource_link", uri: "test://link", name: "link" };
    result = { content: [{ type: "text", text: "See:" }, link] };
    const give = async (headers: Record<string, string>) => {
      const call = olderRequest("tools/call", { name: plain.name("give"), arguments: {} });
      const { messages } = await sendRaw("POST", plain.path, { ...keyOf(), ...headers }, call);
      return (messages[0] as { result: { content: JsonObject[] } }).result.content;
    };
    for (const headers of [{}, { "mcp-protocol-version": "2025-03-26" }]) {
      const [said, shown] = await give(headers);
      expect([said?.text, shown?.type, JSON.parse(String(shown?.text))]).toEqual(["See:", "text", link]);
    }
    expect(await give({ "mcp-protocol-version": "2025-06-18" })).toEqual(result.content);
  },
);

test("a schema of 2020-12 keeps its keywords", proves("pass.schema"), async () => {
  const client = await connectClient("newest", asking.path, keyOf());
  const tool = (await client.list()).find(({ name }) => name === asking.name("json_schema_2020_12_tool"));
  expect(tool?.inputSchema).toEqual(newestSchema);
  await client.close();
});
