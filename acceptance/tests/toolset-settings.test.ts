import { beforeAll, describe, expect, test } from "vitest";
import { makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { connectClient } from "../support/mcp-door.ts";
import { proves } from "../support/proves.ts";
import type { Connection, ListOf, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const defaults = {
  schemas: "compact",
  outputSchemas: false,
  resultControls: false,
  resultBytes: null,
  approvals: "none",
  tools: {},
};
let item: string;
let list: string;

beforeAll(() => {
  item = bench.tool("create_item");
  list = bench.tool("list_items");
});

function create(settings?: unknown): Promise<Toolset> {
  const { connectionId, applicationSlug } = bench.connection;
  const connections = [{ connectionId, applicationSlug, toolSlugs: [item, list] }];
  return succeed<Toolset>(bench.caller.post("/v1/toolsets", { name: "Set", connections, settings }));
}

const read = ({ toolsetId }: Toolset): Promise<Toolset> =>
  succeed<Toolset>(bench.caller.get(`/v1/toolsets/${toolsetId}`));

const update = ({ toolsetId }: Toolset, settings: unknown): Promise<Toolset> =>
  succeed<Toolset>(bench.caller.patch(`/v1/toolsets/${toolsetId}`, { settings }));

describe("the settings of a toolset", () => {
  test("have defaults", proves("settings.record", "settings.defaults"), async () => {
    expect((await create()).settings).toEqual(defaults);
  });

  test(
    "are set on create and changed member by member",
    proves("settings.create", "settings.update"),
    async () => {
      const tools = { [item]: { name: "add", description: "Adds.", presets: { amount: 3 } } };
      const made = await create({ approvals: [item], tools });
      expect(made.settings).toEqual({ ...defaults, approvals: [item], tools });
      const changed = await update(made, { schemas: "full", resultBytes: 5000, tools: null });
      expect(changed.settings).toEqual({ ...made.settings, schemas: "full", resultBytes: 5000 });
      const replaced = await update(made, {
        tools: { [list]: { presets: { color: "red" } } },
        approvals: "writes",
      });
      expect(replaced.settings).toEqual({
        ...changed.settings,
        approvals: "writes",
        tools: { [list]: { presets: { color: "red" } } },
      });
      expect(await read(made)).toEqual(replaced);
      const { items } = await succeed<ListOf<Toolset>>(bench.caller.get("/v1/toolsets", { top: 1000 }));
      expect(items.find(({ toolsetId }) => toolsetId === made.toolsetId)).toEqual(replaced);
    },
  );

  for (const [claim, settings] of [
    ["null", null],
    ["no members", {}],
    ["only nulls", { schemas: null, approvals: null, tools: null }],
  ] as const) {
    test(`${claim} change nothing`, proves("settings.update.empty"), async () => {
      const made = await create({ outputSchemas: true });
      expect(await update(made, settings)).toEqual(made);
      expect(made.updatedDate).toBeNull();
    });
  }

  test("hold after concurrent updates", proves("settings.update.concurrent"), async () => {
    const made = await create();
    const sizes = [1000, 2000, 3000];
    await Promise.all([
      update(made, { schemas: "full" }),
      update(made, { outputSchemas: true }),
      update(made, { resultControls: true }),
      update(made, { approvals: "all" }),
      ...sizes.map((resultBytes) => update(made, { resultBytes })),
    ]);
    const { settings } = await read(made);
    expect(settings).toMatchObject({ schemas: "full", outputSchemas: true, resultControls: true });
    expect(settings.approvals).toBe("all");
    expect(sizes).toContain(settings.resultBytes);
  });

  test("hide presets from a key narrowed to the toolset", proves("settings.hidden"), async () => {
    const made = await create({
      tools: { [list]: { description: "Lists.", presets: { color: "hidden-red" } } },
    });
    const { apiKey } = await makeKey(bench.caller, { name: "Agent", toolsetId: made.toolsetId });
    const agent = createKeyCaller(apiKey);
    for (const path of [`/v1/toolsets/${made.toolsetId}`, "/v1/toolsets"]) {
      const response = await agent.get(path);
      expect(response.status).toBe(200);
      expect(response.text).toContain("Lists.");
      expect(response.text).not.toContain("hidden-red");
      expect(response.text).not.toContain("presets");
    }
  });
});

describe("wrong settings", () => {
  const cases: [claim: string, id: string, make: () => unknown, field: () => string][] = [
    [
      "an unknown tool",
      "settings.check.tool",
      () => ({ tools: { no_tool: {} } }),
      () => "settings.tools.no_tool",
    ],
    [
      "a slug in another case",
      "settings.check.tool",
      () => ({ tools: { [item.toUpperCase()]: {} } }),
      () => `settings.tools.${item.toUpperCase()}`,
    ],
    [
      "a member of every object",
      "settings.check.tool",
      () => ({ tools: { constructor: {} } }),
      () => "settings.tools.constructor",
    ],
    [
      "an unknown tool to approve",
      "settings.check.tool",
      () => ({ approvals: [item, "no_tool"] }),
      () => "settings.approvals[1]",
    ],
    [
      "an unknown preset",
      "settings.check.preset-name",
      () => ({ tools: { [item]: { presets: { titel: "x" } } } }),
      () => `settings.tools.${item}.presets.titel`,
    ],
    [
      "a preset of the wrong type",
      "settings.check.preset-value",
      () => ({ tools: { [item]: { presets: { amount: "many" } } } }),
      () => `settings.tools.${item}.presets.amount`,
    ],
    [
      "a preset that is wrong inside",
      "settings.check.preset-value",
      () => ({ tools: { [item]: { presets: { lines: [{ sku: "a", count: 0 }] } } } }),
      () => `settings.tools.${item}.presets.lines[0].count`,
    ],
    [
      "a name that models refuse",
      "settings.check.name",
      () => ({ tools: { [item]: { name: "Add an item" } } }),
      () => `settings.tools.${item}.name`,
    ],
    [
      "the slug of another tool as a name",
      "settings.check.name",
      () => ({ tools: { [item]: { name: list } } }),
      () => `settings.tools.${item}.name`,
    ],
    [
      "the name of a tool of Bowline itself",
      "settings.check.name",
      () => ({ tools: { [item]: { name: "bowline_read_result" } } }),
      () => `settings.tools.${item}.name`,
    ],
    [
      "one name for two tools",
      "settings.check.name",
      () => ({ tools: { [item]: { name: "add" }, [list]: { name: "add" } } }),
      () => `settings.tools.${list}.name`,
    ],
    ["an unknown member", "settings.check.members", () => ({ schema: "full" }), () => "settings.schema"],
    ["an unknown value", "settings.check.members", () => ({ schemas: "short" }), () => "settings.schemas"],
    [
      "unknown approvals",
      "settings.check.members",
      () => ({ approvals: "some" }),
      () => "settings.approvals",
    ],
    [
      "an unknown member of a tool",
      "settings.check.members",
      () => ({ tools: { [item]: { preset: {} } } }),
      () => `settings.tools.${item}.preset`,
    ],
  ];
  for (const [claim, id, make, field] of cases) {
    test(`${claim} is refused on create and on update`, proves(id, "settings.check.refused"), async () => {
      const settings = make();
      await refuse(bench.caller.post("/v1/toolsets", { name: "x", settings }), "VALIDATION_ERROR", [field()]);
      const made = await create();
      const path = `/v1/toolsets/${made.toolsetId}`;
      await refuse(bench.caller.patch(path, { name: "y", settings }), "VALIDATION_ERROR", [field()]);
      expect(await read(made)).toEqual(made);
    });
  }
});

test(
  "a given name keeps its meaning when a tool of that slug comes later",
  proves("settings.names.kept"),
  async () => {
    const later = uniqueName("later");
    const name = `${later}_create_item`;
    const made = await create({ tools: { [list]: { name } } });
    const application = await importDownstream(bench.downstream, { slug: later });
    expect(application.tool("create_item")).toBe(name);
    const connection = await connect(bench.caller, application, { isDefault: true });

    const { apiKey } = await makeKey(bench.caller, { name: "Agent", toolsetId: made.toolsetId });
    const narrowed = createKeyCaller(apiKey);
    const client = await connectClient("newest", "/mcp", { "x-api-key": apiKey });
    expect((await client.list()).map((tool) => tool.name)).toEqual([item, name].toSorted());
    bench.downstream.forget();
    await client.call(name);
    await client.close();
    await execute(narrowed, name);
    expect(await succeed(narrowed.get(`/v1/tools/${name}`))).toMatchObject({ slug: list });
    expect(bench.downstream.requests.map(({ method }) => method)).toEqual(["GET", "GET"]);

    bench.downstream.forget();
    const path = `/v1/tools/${name}/execute`;
    const query = { toolsetId: made.toolsetId };
    const { message } = await refuse(bench.caller.post(path, {}, { query }), "CONFLICT");
    expect(message).toContain(list);
    expect(bench.downstream.requests).toEqual([]);
    const body = { fields: { title: "x" } };
    await succeed(bench.caller.post(path, body, { query: { ...query, applicationSlug: later } }));
    expect(bench.downstream.requests.at(-1)?.method).toBe("POST");

    const { connectionId, applicationSlug } = connection;
    const connections = [...made.connections, { connectionId, applicationSlug, toolSlugs: [name] }];
    const patch = bench.caller.patch(`/v1/toolsets/${made.toolsetId}`, { connections });
    await refuse(patch, "VALIDATION_ERROR", ["connections[1].toolSlugs[0]"]);
  },
);

test(
  "a tool that comes back under a name given meanwhile is in no list for models",
  proves("settings.names.kept"),
  async () => {
    const slug = uniqueName("back");
    const importTools = (...operationIds: string[]) => {
      const paths = Object.fromEntries(
        operationIds.map((operationId) => [`/${operationId}`, { get: { operationId } }]),
      );
      const document = {
        openapi: "3.1.0",
        info: { title: "Back", version: "1" },
        servers: [{ url: bench.downstream.origin }],
        paths,
      };
      const body = {
        source: "openapi",
        slug,
        document,
        securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } },
      };
      return succeed(theAdmin().post("/v1/applications", body));
    };
    await importTools("first", "second");
    const [first, second] = [`${slug}_first`, `${slug}_second`];
    const { connectionId } = await succeed<Connection>(
      bench.caller.post("/v1/connections", { applicationSlug: slug, fields: { apiKey: "x" } }),
    );
    const connections = [{ connectionId, applicationSlug: slug, toolSlugs: [first, second] }];
    const made = await succeed<Toolset>(bench.caller.post("/v1/toolsets", { name: "Set", connections }));
    await importTools("first");
    await update(made, { tools: { [first]: { name: second } } });
    await importTools("first", "second");

    const query = { toolsetId: made.toolsetId, format: "openai" };
    const { items, totalCount } = await succeed<ListOf<{ function: { name: string } }>>(
      bench.caller.get("/v1/tools", query),
    );
    expect(items.map((tool) => tool.function.name)).toEqual([second]);
    expect(totalCount).toBe(1);
    const client = await connectClient("newest", `/mcp/${made.toolsetId}`, {
      "x-api-key": bench.caller.apiKey,
    });
    expect((await client.list()).map(({ name }) => name)).toEqual([second]);
    await client.close();
  },
);

test(
  "what a toolset has of a tool that is gone can be sent back, and guards the tool when it returns",
  proves("settings.kept", "presets.outdated"),
  async () => {
    const slug = uniqueName("gone");
    const order = `${slug}_create_order`;
    const orders = `${slug}_list_orders`;
    const number = { type: "number" };
    const importTools = (names: string[]) => {
      const parameters = names.map((name) => ({ name, in: "query", schema: number }));
      const paths = {
        "/orders": {
          get: { operationId: "list_orders" },
          ...(names.length > 0 && { post: { operationId: "create_order", parameters } }),
        },
      };
      const servers = [{ url: bench.downstream.origin }];
      const document = { openapi: "3.1.0", info: { title: "Gone", version: "1" }, servers, paths };
      const securitySchemes = { key: { type: "apiKey", in: "header", name: "x-key" } };
      return succeed(
        theAdmin().post("/v1/applications", { source: "openapi", slug, document, securitySchemes }),
      );
    };
    await importTools(["price", "count"]);
    const { connectionId } = await succeed<Connection>(
      bench.caller.post("/v1/connections", { applicationSlug: slug, fields: { apiKey: "x" } }),
    );
    const connections = [{ connectionId, applicationSlug: slug, toolSlugs: [order, orders] }];
    const settings = { approvals: [order], tools: { [order]: { presets: { price: 5 } } } };
    const made = await succeed<Toolset>(
      bench.caller.post("/v1/toolsets", { name: "Set", connections, settings }),
    );
    const path = `/v1/toolsets/${made.toolsetId}`;

    await importTools([]);
    const same = await read(made);
    const sent = await succeed<Toolset>(bench.caller.patch(path, { ...same, name: "Same" }));
    expect([sent.connections, sent.settings]).toEqual([made.connections, made.settings]);
    const changed = { tools: { [order]: { presets: { price: 6 } } } };
    await refuse(bench.caller.patch(path, { settings: changed }), "VALIDATION_ERROR", [
      `settings.tools.${order}`,
    ]);

    await importTools(["price", "count"]);
    await update(made, { approvals: "none" });
    const { apiKey } = await makeKey(bench.caller, { name: "Agent", toolsetId: made.toolsetId });
    const narrowed = createKeyCaller(apiKey);
    bench.downstream.forget();
    const run = (fields: object) => narrowed.post(`/v1/tools/${order}/execute`, { fields });
    await refuse(run({ price: 999 }), "VALIDATION_ERROR", ["fields.price"]);
    await succeed(run({ count: 2 }));
    expect(bench.downstream.requests.map(({ query }) => query)).toEqual(["price=5&count=2"]);

    await importTools(["count"]);
    const { message } = await refuse(run({ count: 2 }), "CONFLICT");
    expect(message).not.toContain("price");
    await refuse(run({ count: "many" }), "CONFLICT");
    expect((await succeed<Toolset>(bench.caller.patch(path, await read(made)))).settings).toEqual(
      (await read(made)).settings,
    );
    expect(bench.downstream.requests).toHaveLength(1);
  },
);
