import { describe, expect, it } from "vitest";
import type { HttpTool } from "../tool.ts";
import type { ApplicationDefinition } from "./application-definition.ts";
import { buildCodeApplication } from "./build-code-application.ts";
import type { DefinedApplication } from "./define-application.ts";
import { defineApplication, defineTool, fromInput, z } from "./form.ts";

const noteTool = defineTool({
  operation: "notes_create",
  name: "Create a note",
  description: "Creates a note.",
  input: z.object({
    book: z.string().describe("The note's book."),
    title: z.string(),
    tags: z.array(z.string()).optional(),
    size: z.int().max(50).default(10),
  }),
  output: z.object({ id: z.int() }),
  request: {
    method: "POST",
    path: "/books/{book}/notes",
    query: { tag: fromInput("tags", { as: "comma" }), size: fromInput("size"), view: "full" },
    headers: { "X-Version": "2" },
    body: { note: { title: fromInput("title"), kind: "plain" } },
  },
});

const facts = {
  slug: "keeper",
  name: "Keeper",
  description: "Keeps notes.",
  environments: [{ name: "production", serverUrl: "https://{tenant}.notes.test" }],
  variables: { tenant: { description: "The first part of your address." } },
  authentications: [{ type: "apiKey", header: "X-Key", prefix: "Key " }],
} as const;

const origin = { source: "code", file: "keeper.ts" } as const;
const build = (definition: ApplicationDefinition) =>
  buildCodeApplication({ kind: "application", definition }, origin);

describe("an application written by hand", () => {
  const application = buildCodeApplication(defineApplication({ ...facts, tools: [noteTool] }), origin);
  const [tool] = application.tools as HttpTool[];

  it("has its methods, with the variables of its addresses as fields", () => {
    expect(application).toMatchObject({
      slug: "keeper",
      source: "code",
      requiresConnection: true,
      environments: [{ name: "production", serverUrl: "https://{tenant}.notes.test" }],
    });
    expect(application.authentications).toMatchObject([
      {
        key: "apiKey",
        type: "apiKey",
        fields: [
          { fieldName: "apiKey", label: "API key", secret: true, required: true },
          { fieldName: "tenant", label: "Tenant", secret: false, required: true },
        ],
        placements: [{ in: "header", name: "X-Key", value: "Key {apiKey}" }],
      },
    ]);
  });

  it("has tools with JSON Schemas", () => {
    expect(tool?.slug).toBe("keeper_notes_create");
    expect(tool?.inputSchema).toEqual({
      type: "object",
      properties: {
        book: { type: "string", description: "The note's book." },
        title: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
        size: { type: "integer", maximum: 50, default: 10 },
      },
      required: ["book", "title"],
      additionalProperties: false,
    });
    expect(tool?.outputSchema).toEqual({
      type: "object",
      properties: { id: { type: "integer" } },
      required: ["id"],
    });
  });

  it("has requests as bindings of the HTTP runtime", () => {
    expect(tool?.binding).toEqual({
      kind: "http",
      method: "POST",
      serverUrl: null,
      path: "/books/{book}/notes?view=full",
      parameters: [
        { in: "path", name: "book", input: "book", style: "simple", explode: false, allowReserved: false },
        { in: "query", name: "tag", input: "tags", style: "form", explode: false, allowReserved: false },
        { in: "query", name: "size", input: "size", style: "form", explode: true, allowReserved: false },
      ],
      body: {
        kind: "json",
        contentType: "application/json",
        required: true,
        from: {
          template: {
            members: { note: { members: { title: { input: "title" }, kind: { fixed: "plain" } } } },
          },
        },
      },
      accept: "application/json",
      headers: { "x-version": "2" },
      defaults: { size: 10 },
      authentications: ["apiKey"],
    });
  });

  it("keeps a pattern that says more than its format", () => {
    const input = z.object({
      plain: z.email(),
      own: z.email({ pattern: /@corp\.test$/ }),
      id: z.stringFormat("shop-id", /^x\d+$/),
      day: z.iso.date(),
    });
    const [built] = build({
      ...facts,
      tools: [changeTool({ input, request: { method: "POST", path: "/" } })],
    }).tools;
    expect(built?.inputSchema.properties).toEqual({
      plain: { type: "string", format: "email" },
      own: { type: "string", format: "email", pattern: "@corp\\.test$" },
      id: { type: "string", format: "shop-id", pattern: "^x\\d+$" },
      day: { type: "string", format: "date" },
    });
  });

  it("adds a fixed query to that of the path", () => {
    const request = { method: "GET", path: "/notes?all=1", query: { view: "full" } };
    const [built] = build({ ...facts, tools: [changeTool({ input: z.object({}), request })] }).tools;
    expect((built as HttpTool).binding.path).toBe("/notes?all=1&view=full");
  });

  it("takes what is not said from the request's method", () => {
    const { tools } = build({
      ...facts,
      tools: [
        defineTool({
          operation: "notes_list",
          name: "List",
          description: "Lists.",
          input: z.object({ page: z.int().optional() }),
          output: z.object({ notes: z.array(z.string()) }),
          request: { method: "GET", path: "/notes" },
          resultsPath: "/notes",
        }),
        defineTool({
          operation: "notes_search",
          name: "Search",
          description: "Searches.",
          input: z.object({ text: z.string() }),
          output: z.unknown(),
          hints: { readOnly: true },
          request: { method: "POST", path: "/search" },
        }),
      ],
    });
    expect(tools).toMatchObject([
      {
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
        binding: { parameters: [{ in: "query", name: "page" }], body: null },
        resultsPath: "/notes",
      },
      {
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
        binding: { body: { from: { properties: [{ name: "text", input: "text" }] } } },
      },
    ]);
  });
});

const changeTool = (changes: object): ApplicationDefinition["tools"][number] => {
  const definition = { ...noteTool.definition, ...changes };
  return { operation: definition.operation, connectionFields: [], definition };
};

it("asks each connection for its address when there is no environment", () => {
  const { environments, authentications } = build({ ...facts, environments: [], tools: [noteTool] });
  expect(environments).toEqual([{ name: "production", serverUrl: "{baseUrl}" }]);
  expect(authentications[0]?.fields.map(({ fieldName }) => fieldName)).toContain("baseUrl");
});

describe("a wrong definition is refused with its place", () => {
  it.each<[string, Partial<ApplicationDefinition>, string]>([
    ["slug", { slug: "My Notes" }, "slug: Must be a lower-case letter, then at most 31 of a-z, 0-9 and `-`."],
    ["unknown member", { color: "red" } as object, 'The definition: Unrecognized key: "color"'],
    [
      "icon",
      { icon: "letter" as "monogram" },
      'icon: Must be {"simpleIcons": "<slug>"}, "file", "monogram", or {"url": "https://…"}.',
    ],
    [
      "unknown variable",
      { environments: [{ name: "production", serverUrl: "https://{team}.test" }] },
      "environments: {team} is neither one of the variables nor a field of a method.",
    ],
    [
      "unknown provider",
      { authentications: [{ type: "oauth2", provider: "slackk" }] },
      'There is no known OAuth provider "slackk". GET /v1/providers lists them.',
    ],
    [
      "request without an address",
      { environments: [], authentications: [] },
      'environments: the request of the tool "notes_create" needs an address.',
    ],
    ["two tools of one name", { tools: [noteTool, noteTool] }, 'There are two tools "keeper_notes_create".'],
    [
      "test call that does not exist",
      { test: { operation: "me" } },
      "test and objects must name tools that only read",
    ],
    [
      "operation",
      { tools: [changeTool({ operation: "createNote" })] },
      'The tool "createNote" is wrong: its operation: Must be in snake case, such as messages_send.',
    ],
    [
      "operation with the application's name",
      { slug: "notes" },
      "its operation repeats the application's name: call it create.",
    ],
    ["list of tools that is missing", { tools: undefined }, "tools: Must be a list of tools"],
    ["tool that is not of defineTool", { tools: [{ operation: "get" }] }, "tools: Must be a list of tools"],
    [
      "misspelled member of a tool",
      { tools: [changeTool({ hint: { readOnly: true } })] },
      'The tool "notes_create" is wrong: Unrecognized key: "hint"',
    ],
    [
      "description that is missing",
      { tools: [changeTool({ description: undefined })] },
      "its description: Invalid input: expected string",
    ],
    [
      "input that is no object",
      { tools: [changeTool({ input: z.string() })] },
      "its input: Must be a z.object.",
    ],
    [
      "method in lower case",
      { tools: [changeTool({ request: { method: "get", path: "/" } })] },
      "its request.method: Invalid option",
    ],
    [
      "path that would continue the host",
      { tools: [changeTool({ request: { method: "POST", path: "evil.test/{book}" } })] },
      "its request.path: Must begin with `/`.",
    ],
    [
      "address of a tool without a scheme",
      { tools: [changeTool({ request: { method: "POST", path: "/", serverUrl: "files.test" } })] },
      "its request.serverUrl: Must be an absolute http or https address.",
    ],
    [
      "address of a tool with an unknown variable",
      { tools: [changeTool({ request: { method: "POST", path: "/", serverUrl: "https://{region}.test" } })] },
      "its serverUrl: {region} is neither one of the variables nor a field of a method.",
    ],
    [
      "address of code with an unknown variable",
      {
        tools: [
          changeTool({
            request: undefined,
            run: () => null,
            hints: { readOnly: true },
            serverUrl: "https://{region}.test",
          }),
        ],
      },
      "its serverUrl: {region} is neither one of the variables nor a field of a method.",
    ],
    [
      "text as body that is made of several inputs",
      { tools: [changeTool({ request: { method: "POST", path: "/{book}", bodyFormat: "text" } })] },
      "its body is text, so it must be one input",
    ],
    [
      "path that names no input",
      { tools: [changeTool({ request: { method: "GET", path: "/{id}" } })] },
      'The tool "notes_create" is wrong: its request names "id", which is not in its input.',
    ],
    [
      "input that goes nowhere",
      { tools: [changeTool({ request: { method: "POST", path: "/{book}", body: ["title"] } })] },
      'its input "tags" is nowhere in its request.',
    ],
    [
      "input that transforms",
      { tools: [changeTool({ input: z.object({ book: z.string().transform(Number) }) })] },
      "its input changes its value",
    ],
    [
      "input that is trimmed",
      { tools: [changeTool({ input: z.object({ book: z.string().trim() }) })] },
      "its input changes its value, which only the input of a tool with run may do (book)",
    ],
    [
      "input that is prepared",
      { tools: [changeTool({ input: z.object({ book: z.preprocess(String, z.string()) }) })] },
      "its input changes its value",
    ],
    [
      "input that transforms into another schema",
      { tools: [changeTool({ input: z.object({ book: z.string().transform(Number).pipe(z.number()) }) })] },
      "its input changes its value",
    ],
    [
      "input with a rule of its own, in a list",
      { tools: [changeTool({ input: z.object({ book: z.array(z.int().refine((id) => id !== 7)) }) })] },
      "its input has a rule that JSON Schema cannot say, which only the input of a tool with run may do (book)",
    ],
    [
      "input with a rule for several members",
      { tools: [changeTool({ input: z.object({ book: z.string() }).refine(({ book }) => book !== "") })] },
      "its input has a rule that JSON Schema cannot say",
    ],
    [
      "input with a pattern that disregards case",
      { tools: [changeTool({ input: z.object({ book: z.string().regex(/^[a-f]+$/i) }) })] },
      "its input has a pattern with flags",
    ],
    [
      "input with a random default",
      { tools: [changeTool({ input: z.object({ book: z.uuid().default(() => crypto.randomUUID()) }) })] },
      "its input has a default that is computed anew at each call",
    ],
    [
      "input with the day as its default",
      {
        tools: [
          changeTool({
            input: z.object({ book: z.iso.date().default(() => new Date().toISOString().slice(0, 10)) }),
          }),
        ],
      },
      "its input has a default that is computed anew at each call",
    ],
    [
      "output without a JSON Schema",
      { tools: [changeTool({ output: z.object({ when: z.date() }) })] },
      "its output has no JSON Schema: Date cannot be represented in JSON Schema",
    ],
    [
      "path of results that are no list",
      { tools: [changeTool({ resultsPath: "/id" })] },
      'its resultsPath "/id" does not lead to a list in its output.',
    ],
    [
      "page parameter that does not exist",
      {
        tools: [
          changeTool({
            output: z.array(z.string()),
            resultsPath: "",
            paging: { kind: "pageNumber", parameter: "page" },
          }),
        ],
      },
      'its paging, results or context names "page", which is not in its input.',
    ],
  ])("%s", (_name, changes, message) => {
    const given = {
      kind: "application",
      definition: { ...facts, tools: [noteTool], ...changes },
    } as DefinedApplication;
    expect(() => buildCodeApplication(given, origin)).toThrow(message);
  });
});

describe("the schema of a tool with code", () => {
  const module = { source: "code", file: "keeper.ts" } as const;
  const inputOf = (input: z.ZodObject, request?: object) => {
    const { request: _, ...shared } = noteTool.definition;
    const tool = { ...shared, input, output: z.object({}), ...(request ?? { run: async () => ({}) }) };
    const definition = {
      ...facts,
      tools: [{ kind: "tool", definition: tool }],
    } as unknown as ApplicationDefinition;
    return buildCodeApplication({ kind: "application", definition }, module).tools[0]?.inputSchema;
  };

  it("takes unknown members if it is loose and code runs it", () => {
    expect(inputOf(z.looseObject({ a: z.string() }))).not.toHaveProperty("additionalProperties");
    expect(inputOf(z.object({ a: z.string() }))).toMatchObject({ additionalProperties: false });
    const request = { request: { method: "POST", path: "/notes" } };
    expect(inputOf(z.looseObject({ a: z.string() }), request)).toMatchObject({ additionalProperties: false });
    const others = z.object({ a: z.string() }).catchall(z.int());
    expect(inputOf(others)).toMatchObject({ additionalProperties: { type: "integer" } });
    expect(inputOf(others, request)).toMatchObject({ additionalProperties: false });
  });

  it("says nothing that the code's own schema does not say", () => {
    const schema = inputOf(
      z.object({
        color: z.string().regex(/^[a-f0-9]{6}$/i),
        word: z.string().regex(/^a/i).regex(/b$/),
        at: z.string().default(() => new Date().toISOString()),
        fixed: z.string().default("2026"),
      }),
    );
    expect(schema?.properties).toEqual({
      color: { type: "string" },
      word: { type: "string", allOf: [{ pattern: "b$" }] },
      at: { type: "string" },
      fixed: { type: "string", default: "2026" },
    });
  });

  it("refers to its own definitions where it is recursive", () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node).optional();
      },
    });
    const schema = inputOf(node);
    expect(JSON.stringify(schema)).not.toContain('"$ref":"#"');
    expect(schema).toMatchObject({
      type: "object",
      properties: {
        name: { type: "string" },
        children: { items: { $ref: expect.stringMatching(/^#\/\$defs\//) } },
      },
      additionalProperties: false,
    });
    const [name = ""] = Object.keys(schema?.$defs as object);
    expect(schema?.$defs).toHaveProperty(
      [name, "properties", "children", "items", "$ref"],
      `#/$defs/${name}`,
    );
  });
});
