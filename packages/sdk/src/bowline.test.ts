import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../testing/open-world.ts";
import {
  AuthenticationError,
  Bowline,
  NoDefaultConnectionError,
  NotFoundError,
  ToolNotPermittedError,
  ToolRunError,
  ValidationError,
} from "./index.ts";

let world: World;
let bowline: Bowline;

beforeAll(async () => {
  world = await openWorld();
  bowline = world.bowline;
});
afterAll(() => world[Symbol.asyncDispose]());

test("a tool runs, and its output is returned", async () => {
  const output = await bowline.tools.run("things_create_thing", { title: "Lamp", color: "red" });
  expect(output).toEqual({ id: "7", title: "Lamp", color: "red" });
  expect(world.received.at(-1)).toBe('POST /things {"title":"Lamp","color":"red"}');
});

test("an execution returns the contract's response and headers", async () => {
  const { data, headers, requestId } = await bowline.tools
    .execute("things_get_thing", { fields: { id: "7" } }, { connectionId: world.connectionId })
    .withResponse();
  expect(data).toMatchObject({ isSuccess: true, output: { id: "7" }, executionInfo: { statusCode: 200 } });
  expect(headers.get("x-bowline-resolved-by")).toBe("explicit");
  expect(requestId).toMatch(/\S/);
  const record = await bowline.executions.get(data.historyId ?? 0);
  expect(record).toMatchObject({ toolSlug: "things_get_thing", isSuccess: true, requestId });
});

test("a tool that fails is an error of run, with its kind", async () => {
  const error = await bowline.tools
    .run("things_get_thing", { id: "missing" })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ToolRunError);
  expect(error).toMatchObject({ kind: "downstreamRefused", executionInfo: { statusCode: 404 } });
  expect((error as ToolRunError).historyId).toBeGreaterThan(0);
});

test("a toolset runs its tools by the names that it gives them, and the output has the type that is named", async () => {
  const { toolsetId } = await bowline.toolsets.create({
    name: "Renamed",
    connections: [
      { connectionId: world.connectionId, applicationSlug: "things", toolSlugs: ["things_get_thing"] },
    ],
    settings: { tools: { things_get_thing: { name: "look_up" } } },
  });
  const toolset = bowline.toolset(toolsetId);
  const { id } = await toolset.run<{ id: string }>("look_up", { id: "7" });
  expect(id).toBe("7");
  await expect(toolset.run("look_up", { id: "missing" })).rejects.toBeInstanceOf(ToolRunError);
  await expect(toolset.run("things_list_things")).rejects.toBeInstanceOf(ToolNotPermittedError);
});

test("the same idempotency key runs a tool once", async () => {
  const before = world.received.length;
  const options = { idempotencyKey: "sdk-once" };
  const request = { fields: { title: "Once" } };
  const [first, second] = [
    await bowline.tools.execute("things_create_thing", request, options),
    await bowline.tools.execute("things_create_thing", request, options),
  ];
  expect(second.historyId).toBe(first.historyId);
  expect(world.received.length - before).toBe(1);
});

test("a dry run sends nothing", async () => {
  const before = world.received.length;
  const { output } = await bowline.tools.execute(
    "things_create_thing",
    { fields: { title: "x" } },
    { dryRun: true },
  );
  expect(output).toMatchObject({ method: "POST" });
  expect(world.received).toHaveLength(before);
});

test("lists are read page by page", async () => {
  const slugs: string[] = [];
  for await (const { slug } of bowline.tools.list({ top: 1, applicationSlug: "things" })) {
    slugs.push(slug);
  }
  expect(slugs).toEqual(["things_create_thing", "things_get_thing", "things_list_things"]);
});

test("refusals have the class of their code", async () => {
  await expect(bowline.tools.get("no_such_tool")).rejects.toBeInstanceOf(NotFoundError);
  const wrong = await bowline.tools
    .execute("things_create_thing", { fields: { color: "green" } })
    .catch((one) => one);
  expect(wrong).toBeInstanceOf(ValidationError);
  expect((wrong as ValidationError).details.map(({ field }) => field)).toContain("fields.title");
  const stranger = new Bowline({ apiKey: "bwl_unknown", baseUrl: world.baseUrl });
  await expect(stranger.auth.whoami()).rejects.toBeInstanceOf(AuthenticationError);
  await bowline.connections.clearDefault(world.connectionId);
  await expect(bowline.tools.run("things_list_things")).rejects.toBeInstanceOf(NoDefaultConnectionError);
  await bowline.connections.setDefault(world.connectionId);
});

test("an empty BOWLINE_URL counts as none", () => {
  const before = process.env.BOWLINE_URL;
  process.env.BOWLINE_URL = "";
  try {
    expect(new Bowline({ apiKey: "key" }).baseUrl).toBe("http://localhost:4400");
  } finally {
    if (before === undefined) {
      delete process.env.BOWLINE_URL;
    } else {
      process.env.BOWLINE_URL = before;
    }
  }
});

test("a framework that is not known is refused with those that are", async () => {
  const asked = bowline.toolset(world.toolsetId).for("openapi" as "openai");
  await expect(asked).rejects.toThrow(
    /^There is no framework "openapi"\. There are: openai, .*, langchain\.$/,
  );
});
