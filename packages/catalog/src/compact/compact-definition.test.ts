import { describe, expect, test } from "vitest";
import { compactDefinition } from "./compact-definition.ts";
import { compactText } from "./compact-text.ts";

describe("a text", () => {
  test.each([
    ["Lists pets. For more information, see [the docs](https://example.com/docs).", "Lists pets."],
    [
      "List **all** [pets](https://example.com/a_b) of `a_b*c`.\n\n## Notes\n* one",
      "List all pets of `a_b*c`.",
    ],
    ["<p>Lists <b>pets</b>.</p><!-- x -->", "Lists pets."],
    ["Takes e.g. A pet. It is fed.", "Takes e.g. A pet."],
    ["> [!NOTE]\n> Careful here.", "Careful here."],
    [
      "> ### Early Access\n> This may change.\n>\n> Ask us.\n\n> Twice.\n\nLists pets.\n> Never cats.",
      "Lists pets.",
    ],
    ["Lists pets\nError Responses:\n400: Bad request", "Lists pets"],
    ["Note:\nLists pets.", "Note: Lists pets."],
    ["Lists pets\n\nThey may be\nfed.", "Lists pets"],
    ["> Lists pets\nof all kinds.", "Lists pets of all kinds."],
    ["OAuth tokens need the `repo` scope to use this endpoint. Lists pets.", "Lists pets."],
    ["You must send a JWT.", "You must send a JWT."],
    ["", ""],
  ])("%j becomes %j", (text, expected) => {
    expect(compactText(text, 300)).toBe(expected);
  });

  test("keeps a short second sentence when it is wanted", () => {
    expect(compactText("Lists pets. Cats come first. Dogs follow.", 300, 160)).toBe(
      "Lists pets. Cats come first.",
    );
    expect(compactText(`Lists pets. ${"Long ".repeat(40)}.`, 300, 160)).toBe("Lists pets.");
  });

  test("is replaced when no sentence of it helps, and there is another", () => {
    const aside = "OAuth tokens need the `repo` scope to use this endpoint.";
    expect(compactText(aside, 300, 120, "List alerts")).toBe("List alerts");
    expect(compactText(`${aside} Newest first.`, 300, 120, "List alerts")).toBe("Newest first.");
  });

  test("has no half of a character where reading ends", () => {
    const begin = "You need a token. ".repeat(83);
    const text = compactText(`${begin}Pets${" ".repeat(1499 - begin.length - 4)}😀 and more.`, 300);
    expect(text).toBe("Pets \ufffd");
  });

  test("has no more than the allowed characters, whatever comes", () => {
    for (const text of [
      "x".repeat(5000),
      "word ".repeat(5000),
      "😀".repeat(900),
      `${"[".repeat(4000)}`,
      "<".repeat(4000),
    ]) {
      const short = compactText(text, 160, 160);
      expect(short.length).toBeLessThanOrEqual(160);
      expect(short.isWellFormed()).toBe(true);
    }
  });
});

describe("a definition", () => {
  const inputSchema = {
    type: "object",
    title: "Input",
    properties: {
      title: { type: "string", title: "Title", description: "The title.", examples: ["a"] },
      state: {
        type: "string",
        enum: ["open", "closed"],
        default: "open",
        description: "The state. More words.",
      },
      since: { type: "string", format: "date-time", maxLength: 30 },
      description: {
        oneOf: [
          { type: "object", additionalProperties: false },
          { type: "string", title: "x" },
        ],
      },
      examples: { $ref: "#/$defs/examples" },
    },
    required: ["title", "state"],
    additionalProperties: false,
    $defs: { examples: { type: "array", items: {}, description: "Some. More." } },
  };
  const annotations = {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  };

  test("keeps what decides about validity, and loses what a model does not need", () => {
    const before = structuredClone(inputSchema);
    const compact = compactDefinition({ name: "x", description: "Does it.", annotations, inputSchema });
    expect(compact).toEqual({
      name: "x",
      description: "Does it.",
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: "object",
        properties: {
          title: { type: "string" },
          state: { type: "string", enum: ["open", "closed"], default: "open" },
          since: { type: "string", format: "date-time", maxLength: 30 },
          description: { oneOf: [{ type: "object", additionalProperties: false }, { type: "string" }] },
          examples: { $ref: "#/$defs/examples" },
        },
        required: ["title", "state"],
        $defs: { examples: { type: "array", items: {}, description: "Some." } },
      },
    });
    expect(inputSchema).toEqual(before);
  });

  describe("with an enumeration of more than 1,000 characters", () => {
    const values = Array.from({ length: 200 }, (_, n) => `value_${n}`);
    const shorten = (schema: object) =>
      compactDefinition({ name: "x", description: "", inputSchema: { ...schema } }).inputSchema;
    const told =
      'One of 200 values, such as "value_0", "value_25", "value_50", "value_75", "value_100", "value_125", "value_150", "value_175". The error for a wrong value names those nearest to it.';

    test("describes it, and no value is refused", () => {
      const properties = {
        kind: { type: "string", enum: values, default: "value_7", description: "Its sort. More." },
        other: { $ref: "#/$defs/other" },
      };
      const defs = { other: { enum: [null, ...values] } };
      expect(shorten({ properties, $defs: defs })).toEqual({
        properties: {
          kind: { type: "string", default: "value_7", description: `Its sort. ${told}` },
          other: { $ref: "#/$defs/other" },
        },
        $defs: { other: { type: ["null", "string"], description: told } },
      });
    });

    test("keeps it where the schema would accept less without it", () => {
      const listed = { enum: values };
      for (const schema of [
        { oneOf: [listed, { type: "string" }] },
        { not: { $ref: "#/$defs/listed" }, $defs: { listed } },
      ]) {
        expect(shorten(schema)).toEqual(schema);
      }
    });

    test("shows no value that is long itself", () => {
      expect(shorten({ enum: ["a".repeat(600), "b".repeat(600)] })).toEqual({
        type: "string",
        description: "One of 2 values. The error for a wrong value names those nearest to it.",
      });
    });
  });

  test("without a description has its title as one", () => {
    const nothing = { type: "object", properties: {} };
    const definition = { name: "notes_search", title: "Search", description: " ", inputSchema: nothing };
    expect(compactDefinition(definition)).toEqual({
      name: "notes_search",
      description: "Search",
      inputSchema: nothing,
    });
  });

  test.each([
    ["github_issues_list_for_repo", "List issues of a repository", "Lists its issues, newest first."],
    ["x", "Find a page", "Find a page by its title."],
  ])("leaves out a title that says no more: %s", (name, title, description) => {
    expect(compactDefinition({ name, title, description, inputSchema: {} })).toEqual({
      name,
      description,
      inputSchema: {},
    });
  });

  test("keeps a title that says more", () => {
    const definition = {
      name: "notes_search",
      title: "Search team notebooks",
      description: "Finds notebooks.",
    };
    expect(compactDefinition({ ...definition, inputSchema: {} })).toMatchObject(definition);
  });

  test("begins its description with the title when it does not say what the tool is about", () => {
    const title = "List the price segments of a site";
    const compact = (description: string, name = "segments_list") =>
      compactDefinition({ name, title, description, inputSchema: {} });
    expect(compact("Newest first.")).toEqual({
      name: "segments_list",
      description: `${title}. Newest first.`,
      inputSchema: {},
    });
    expect(compact("Newest first.", "site_price_segments_list").description).toBe(`${title}. Newest first.`);
    const { description } = compact("Newest first. ".concat("A very long word follows ".repeat(20)));
    expect(description).toBe(`${title}. Newest first.`);
    const long = compact("On and on it goes ".repeat(40)).description;
    expect(long.startsWith(`${title}. On and on`)).toBe(true);
    expect(long.length).toBeLessThanOrEqual(300);
  });

  test("says of a tool that writes only what MCP does not assume", () => {
    const compact = (changes: object) =>
      compactDefinition({
        name: "x",
        description: "",
        inputSchema: {},
        annotations: { ...annotations, readOnlyHint: false, ...changes },
      }).annotations;
    expect(compact({})).toEqual({ destructiveHint: false, idempotentHint: true });
    const destructive = { destructiveHint: true, idempotentHint: false };
    expect(compact({ ...destructive, openWorldHint: false })).toEqual({ openWorldHint: false });
    expect(compact(destructive)).toBeUndefined();
  });
});
