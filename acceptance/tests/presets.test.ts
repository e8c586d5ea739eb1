import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Actor, makeKey, uniqueName } from "../support/actors.ts";
import { connect, execute, type ImportedApplication, importDownstream } from "../support/applications.ts";
import { type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import {
  importPagedDownstream,
  type PagedDownstream,
  startPagedDownstream,
} from "../support/paged-downstream.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse, Execution, ListOf, Toolset, ToolsetSettings } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
let paged: PagedDownstream;
let pagedApplication: ImportedApplication;
let exploding: ImportedApplication;
let toolset: Toolset;
let agent: Caller;
let item: string;
let list: string;

const text = { type: "string" };
const file = { type: "string", format: "binary" };
const freeForm = { type: "object", additionalProperties: true };
const paths = {
  "/items": {
    put: {
      operationId: "upload",
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              properties: { files: { type: "array", items: file }, cover: file, password: file },
            },
          },
        },
      },
      responses: { 200: { description: "OK" } },
    },
    get: {
      operationId: "search",
      parameters: [
        { name: "channel", in: "query", schema: text },
        { name: "filter", in: "query", style: "form", explode: true, schema: freeForm },
      ],
      responses: { 200: { description: "OK" } },
    },
    post: {
      operationId: "post_form",
      requestBody: {
        content: {
          "application/x-www-form-urlencoded": {
            schema: { type: "object", properties: { channel: text, more: freeForm, password: text } },
          },
        },
      },
      responses: { 200: { description: "OK" } },
    },
  },
};

beforeAll(async () => {
  paged = await startPagedDownstream();
  pagedApplication = await importPagedDownstream(paged);
  exploding = await importDownstream(bench.downstream, { paths });
  item = bench.tool("create_item");
  list = bench.tool("list_items");
  toolset = await makeToolset(bench.caller, bench.application, [item, list], {
    [item]: {
      name: "add_item",
      description: "Adds one.",
      presets: { title: "Fixed", lines: [{ sku: "a" }] },
    },
    [list]: { presets: { color: "red" } },
  });
  agent = await narrow(bench.caller, toolset);
});

beforeEach(() => bench.downstream.forget());
afterAll(() => paged?.stop());

/** A toolset over a new connection, with these settings of its tools. */
async function makeToolset(
  caller: Actor,
  application: ImportedApplication,
  toolSlugs: string[],
  tools: ToolsetSettings["tools"],
): Promise<Toolset> {
  const { connectionId, applicationSlug } = await connect(caller, application);
  const connections = [{ connectionId, applicationSlug, toolSlugs }];
  return succeed<Toolset>(caller.post("/v1/toolsets", { name: "Preset", connections, settings: { tools } }));
}

async function narrow(caller: Caller, { toolsetId }: Toolset): Promise<Caller> {
  const { apiKey } = await makeKey(caller, { name: "Agent", toolsetId });
  return createKeyCaller(apiKey);
}

const run = (caller: Caller, tool: string, body: unknown, query: Record<string, string | number> = {}) =>
  caller.post(`/v1/tools/${tool}/execute`, body, { query });

const sentBody = () => JSON.parse(bench.downstream.requests.at(-1)?.body.toString() ?? "null");

describe("the presets of a tool", () => {
  const doors: [name: string, call: (body: unknown) => ReturnType<typeof run>][] = [
    ["by a key narrowed to the toolset", (body) => run(agent, item, body)],
    ["by the given name", (body) => run(agent, "add_item", body)],
    [
      "by the bare operation",
      (body) => run(agent, "create_item", body, { applicationSlug: bench.application.slug }),
    ],
    ["with toolsetId", (body) => run(bench.caller, item, body, { toolsetId: toolset.toolsetId })],
    [
      "with toolsetId in upper case and the given name",
      (body) => run(bench.caller, "add_item", body, { toolsetId: toolset.toolsetId.toUpperCase() }),
    ],
    [
      "with toolsetId and another connection",
      (body) =>
        run(bench.caller, item, body, {
          toolsetId: toolset.toolsetId,
          connectionId: bench.connection.connectionId,
        }),
    ],
  ];
  for (const [name, call] of doors) {
    test(`are sent ${name}, and cannot be replaced`, proves("presets.sent", "presets.doors"), async () => {
      const { isSuccess } = await succeed<ExecuteResponse>(call({ fields: { amount: 2 } }));
      expect(isSuccess).toBe(true);
      expect(sentBody()).toEqual({ title: "Fixed", lines: [{ sku: "a" }], amount: 2 });
      bench.downstream.forget();
      for (const place of ["fields", "subItems"]) {
        const body = { [place]: { title: "Mine", Lines: [], lines: [{ sku: "b" }] } };
        const names = [`${place}.title`, `${place}.lines`, `${place}.Lines`];
        const { message } = await refuse(call(body), "VALIDATION_ERROR", names);
        expect(message).toContain("toolset");
      }
      expect(bench.downstream.requests).toEqual([]);
    });
  }

  test("do not hold where the toolset is not used", proves("presets.elsewhere"), async () => {
    await execute(bench.caller, item, { fields: { title: "Mine" } });
    expect(sentBody()).toEqual({ title: "Mine" });
  });

  test("hold where the toolset leaves the connection to the default", proves("presets.doors"), async () => {
    const body = { name: "Bare", settings: { tools: { [list]: { presets: { color: "blue" } } } } };
    const { toolsetId } = await succeed<Toolset>(bench.caller.post("/v1/toolsets", body));
    const response = await run(bench.caller, list, {}, { toolsetId });
    expect(response.headers["x-bowline-resolved-by"]).toBe("default");
    expect(bench.downstream.requests.at(-1)?.query).toBe("color=blue");
  });

  test("are in the dry run and in the history", proves("presets.shown"), async () => {
    const query = { toolsetId: toolset.toolsetId };
    const dry = await execute(bench.caller, list, {}, { ...query, dryRun: true });
    expect(JSON.stringify(dry.output)).toContain("color=red");
    const { historyId } = await execute(bench.caller, list, {}, query);
    const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
    expect(record.input).toMatchObject({ fields: { color: "red" } });
  });

  test("are masked there when they are secret", proves("presets.shown"), async () => {
    const tool = exploding.tool("post_form");
    const presets = { channel: "C1", password: "canary-preset" };
    const made = await makeToolset(bench.caller, exploding, [tool], { [tool]: { presets } });
    const query = { toolsetId: made.toolsetId };
    const dry = await execute(bench.caller, tool, {}, { ...query, dryRun: true });
    const { historyId } = await execute(bench.caller, tool, {}, query);
    expect(bench.downstream.requests.at(-1)?.body.toString()).toContain("canary-preset");
    const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
    expect(JSON.stringify([dry, record])).not.toContain("canary-preset");
  });

  test("may be files, which a dry run by an agent shows as their size", proves("presets.shown"), async () => {
    const tool = exploding.tool("upload");
    const presets = { files: ["aGk="], cover: { base64: "aGVsbG8=" } };
    const made = await makeToolset(bench.caller, exploding, [tool], { [tool]: { presets } });
    const keyed = await narrow(bench.caller, made);
    const fields = { password: "aGk=" };
    await succeed(run(keyed, tool, { fields }));
    expect(bench.downstream.requests.at(-1)?.body.toString()).toContain("hello");
    for (const caller of [keyed, bench.caller]) {
      const query = { toolsetId: made.toolsetId, dryRun: "true" };
      const { output } = await succeed<ExecuteResponse>(run(caller, tool, { fields }, query));
      expect(output).toMatchObject({ body: { sizeBytes: expect.any(Number) } });
    }
  });

  test(
    "cannot be replaced by an object that becomes several parameters",
    proves("presets.wire"),
    async () => {
      const tools = [exploding.tool("search"), exploding.tool("post_form")];
      const settings = Object.fromEntries(tools.map((tool) => [tool, { presets: { channel: "C1" } }]));
      const keyed = await narrow(bench.caller, await makeToolset(bench.caller, exploding, tools, settings));
      for (const [tool, member] of [
        [tools[0], "filter"],
        [tools[1], "more"],
      ] as const) {
        await succeed(run(keyed, tool ?? "", { fields: { [member]: { other: "x" } } }));
        bench.downstream.forget();
        for (const name of ["channel", "Channel"]) {
          const fields = { [member]: { [name]: "C2" } };
          await refuse(run(keyed, tool ?? "", { fields }), "VALIDATION_ERROR", [`fields.${member}`]);
        }
        expect(bench.downstream.requests).toEqual([]);
      }
    },
  );

  test("cannot be replaced by contextValue", proves("presets.context"), async () => {
    const tool = pagedApplication.tool("list_issues");
    const made = await makeToolset(bench.caller, pagedApplication, [tool], {
      [tool]: { presets: { owner: "octo" } },
    });
    const keyed = await narrow(bench.caller, made);
    await refuse(run(keyed, tool, { contextValue: "other/cat" }), "VALIDATION_ERROR", ["contextValue"]);
    const schema = `/v1/tools/${tool}/schema`;
    await refuse(keyed.get(schema, { contextValue: "other/cat" }), "VALIDATION_ERROR", ["contextValue"]);
    await succeed(keyed.get(schema));
    const sent = await execute(keyed, tool, { fields: { repository: "cat" } });
    expect(sent.output).toMatchObject({ arrived: "/repositories/octo/cat/issues" });
  });

  test("cannot be replaced by reading further pages", proves("presets.paging"), async () => {
    const tools = [pagedApplication.tool("list_numbered"), pagedApplication.tool("list_by_offset")];
    const made = await makeToolset(bench.caller, pagedApplication, tools, {
      [pagedApplication.tool("list_numbered")]: { presets: { page: 2 } },
      [pagedApplication.tool("list_by_offset")]: { presets: { skip: 5 } },
    });
    const keyed = await narrow(bench.caller, made);
    paged.asked.length = 0;
    for (const tool of tools) {
      await execute(keyed, tool, { offset: 3, top: 20 });
    }
    expect(paged.asked).toEqual(["/numbered?page=2", "/by-offset?skip=5"]);
  });
});

describe("what agents see of a toolset's tools", () => {
  const views = ["", "?view=input", "?format=openai", "?format=anthropic", "?format=mcp", "?view=summary"];
  for (const view of views) {
    test(
      `has no presets, but the given texts: ${view}`,
      proves("presets.hidden", "presets.texts"),
      async () => {
        for (const path of [`/v1/tools/${item}`, "/v1/tools/add_item"]) {
          const one = await agent.get(path + view);
          expect(one.status, one.text).toBe(200);
          checkShown(one.text, view);
        }
        const listed = await agent.get(`/v1/tools${view}`);
        checkShown(listed.text, view);
        const path = `/v1/tools${view}${view === "" ? "?" : "&"}toolsetId=${toolset.toolsetId}`;
        expect((await bench.caller.get(path)).text).toBe(listed.text);
      },
    );
  }

  function checkShown(json: string, view: string): void {
    expect(json).toContain("add_item");
    expect(json).toContain("Adds one.");
    expect(json).not.toMatch(/"title":\{|"lines"|"color"|Fixed|"sku"/);
    if (view !== "?view=summary") {
      expect(json).toContain('"amount"');
    }
  }

  test("names the tool as it is called", proves("presets.texts"), async () => {
    const { items } = await succeed<ListOf<{ name: string }>>(agent.get("/v1/tools", { format: "mcp" }));
    expect(items.map(({ name }) => name).toSorted()).toEqual([list, "add_item"].toSorted());
  });

  test("has no presets in the schema", proves("presets.hidden"), async () => {
    const { text } = await agent.get(`/v1/tools/${item}/schema`);
    expect(text).toContain('"amount"');
    expect(text).not.toMatch(/"title":\{|"lines"/);
    const whole = await bench.caller.get(`/v1/tools/${item}/schema`);
    expect(whole.text).toMatch(/"title":\{.*"lines"/);
  });

  test("a given name calls nothing outside the toolset", proves("presets.texts"), async () => {
    await refuse(run(bench.caller, "add_item", { fields: {} }), "NOT_FOUND");
    const other = await makeToolset(bench.caller, bench.application, [item], {});
    await refuse(run(bench.caller, "add_item", {}, { toolsetId: other.toolsetId }), "NOT_FOUND");
    await refuse(run(await narrow(bench.caller, other), "add_item", {}), "NOT_FOUND");
  });

  test(
    "a name given to a tool that the toolset does not permit calls nothing",
    proves("presets.texts"),
    async () => {
      const name = uniqueName("hidden");
      const other = await makeToolset(bench.caller, bench.application, [list], { [item]: { name } });
      const keyed = await narrow(bench.caller, other);
      await refuse(run(keyed, name, { fields: { title: "x" } }), "TOOL_NOT_PERMITTED");
      await refuse(keyed.get(`/v1/tools/${name}`), "TOOL_NOT_PERMITTED");
      expect((await keyed.get("/v1/tools")).text).not.toContain(name);
    },
  );
});

test(
  "a preset stays that of the same part of the request when an import adds another part of its name",
  proves("presets.imported"),
  async () => {
    const post = (parameters: object[]) => ({
      "/items": {
        post: {
          operationId: "send",
          parameters,
          requestBody: {
            content: {
              "application/json": { schema: { type: "object", properties: { channel: text, words: text } } },
            },
          },
          responses: { 200: { description: "OK" } },
        },
      },
    });
    const application = await importDownstream(bench.downstream, { paths: post([]) });
    const { slug, tool } = application;
    const sender = await narrow(
      bench.caller,
      await makeToolset(bench.caller, application, [tool("send")], {
        [tool("send")]: { presets: { channel: "general" } },
      }),
    );
    const inQuery = { in: "query", name: "channel", schema: text };
    await importDownstream(bench.downstream, { slug, paths: post([inQuery]) });
    await refuse(run(sender, tool("send"), { fields: { body_channel: "other" } }), "VALIDATION_ERROR", [
      "fields.body_channel",
    ]);
    const fields = { words: "Hi", query_channel: "other" };
    const { isSuccess } = await succeed<ExecuteResponse>(run(sender, tool("send"), { fields }));
    expect(isSuccess).toBe(true);
    expect(sentBody()).toEqual({ channel: "general", words: "Hi" });
  },
);
