import { describe, expect, test } from "vitest";
import type { McpEra } from "../tool.ts";
import { buildMcpTools } from "./build-mcp-tools.ts";
import type { McpToolDeclaration } from "./mcp-server.ts";

const build = (tools: McpToolDeclaration[], era: McpEra = "modern") =>
  buildMcpTools({
    slug: "notes",
    server: {
      era,
      name: null,
      instructions: null,
      websiteUrl: null,
      tools,
      isCut: false,
      isMasked: false,
    },
    requiresConnection: false,
    publishedSlugs: new Map(),
  });

const pinOf = async (declared: McpToolDeclaration): Promise<string> => {
  const binding = (await build([declared])).tools[0]?.binding;
  return binding?.kind === "mcp" ? binding.pin : "";
};

describe("a tool", () => {
  test("gets a slug by the usual rules", async () => {
    const { tools } = await build([{ name: "makeNote" }, { name: "notes.list" }, { name: "make-note" }]);
    const slugs = tools.map(({ slug }) => slug);
    expect(slugs.slice(0, 2)).toEqual(["notes_make_note", "notes_list"]);
    expect(new Set(slugs).size).toBe(3);
  });

  test("without annotations is treated as destructive", async () => {
    const { tools } = await build([
      { name: "a" },
      { name: "b", annotations: { readOnlyHint: true, destructiveHint: "yes" } },
    ]);
    const [bare, reading] = tools;
    expect(bare?.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    });
    expect(reading?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  });

  test("keeps its schema as declared where inputs are sent as headers", async () => {
    const region = { type: "string", "x-mcp-header": "Region" };
    const inputSchema = { type: "object", properties: { region, from: { $ref: "#/properties/region" } } };
    const { tools } = await build([{ name: "a", inputSchema }, { name: "b" }]);
    expect(tools.map(({ binding }) => "inputSchema" in binding && binding.inputSchema)).toEqual([
      inputSchema,
      false,
    ]);
  });

  test("without a description has its title as one", async () => {
    const { tools } = await build([
      { name: "add", title: "Add two numbers" },
      { name: "sum", description: " ", annotations: { title: "Sum up" } },
      { name: "plain" },
      { name: "both", title: "Both", description: "Does both. " },
    ]);
    expect(tools.map(({ description }) => description)).toEqual([
      "Add two numbers",
      "Sum up",
      "",
      "Does both.",
    ]);
  });

  test("says to models nothing that a person does not see", async () => {
    const tags = [..."obey"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
    const text = `Adds\u202e${tags} \u200bnumbers\u001b[8m.\nमराठी क्‍ष 👩‍👧 ❤️`;
    const properties = { a: { type: "string", description: text, enum: ["a\u200b"] } };
    const { tools } = await build([
      { name: "add", title: text, description: text, inputSchema: { properties } },
    ]);
    const seen = "Adds numbers[8m.\nमराठी क्‍ष 👩‍👧 ❤️";
    expect(tools[0]).toMatchObject({
      name: seen.replace("\n", " "),
      description: seen,
      inputSchema: { properties: { a: { description: seen, enum: ["a\u200b"] } } },
    });
  });

  test("with an unusable declaration is left out with a reason", async () => {
    const huge = { type: "object", description: "x".repeat(300_000) };
    const { tools, skipped } = await build([
      { name: "a" },
      { name: "a" },
      { name: "" },
      { name: "a\0" },
      { name: "a\ud800" },
      { name: "a".repeat(1001) },
      { name: "b", inputSchema: huge },
      { name: "c", inputSchema: JSON.parse(`${'{"not":'.repeat(3000)}1${"}".repeat(3000)}`) },
    ]);
    expect(tools).toHaveLength(1);
    expect(skipped.map(({ operation }) => operation.slice(0, 5))).toEqual([
      "a",
      "",
      "a",
      "a\ufffd",
      "aaaaa",
      "b",
      "c",
    ]);
  });
});

test("a tool that an older server runs as a task only is left out", async () => {
  const declared = ["required", "optional"].map((taskSupport) => ({
    name: taskSupport,
    execution: { taskSupport },
  }));
  const { tools, skipped } = await build(declared, "legacy");
  expect(tools.map(({ slug }) => slug)).toEqual(["notes_optional"]);
  expect(skipped).toEqual([{ operation: "required", reason: expect.stringContaining("task") }]);
  expect((await build(declared)).skipped).toEqual([]);
});

describe("a pin", () => {
  const declared = { name: "a", description: "Does it.", inputSchema: { type: "object", title: "A" } };

  test("does not depend on the order of members", async () => {
    const turned = { ...declared, inputSchema: { title: "A", type: "object" } };
    expect(await pinOf(turned)).toBe(await pinOf(declared));
  });

  test.each([
    { title: "Another" },
    { description: "Does it ." },
    { inputSchema: { type: "object" } },
    { outputSchema: { type: "object" } },
    { annotations: { readOnlyHint: true } },
  ])("changes with %j", async (change) => {
    expect(await pinOf({ ...declared, ...change })).not.toBe(await pinOf(declared));
  });
});
