import { expect, it } from "vitest";
import { importOpenApi, openDescription } from "../import-openapi.ts";

const documentUrl = "https://shop.test/api/openapi.json";

type Files = Record<string, unknown>;

const toFiles = (files: Files) =>
  new Map(
    Object.entries(files).map(([path, value]) => {
      const url = new URL(path, documentUrl).href;
      return [url, { url, text: typeof value === "string" ? value : JSON.stringify(value) }];
    }),
  );

/** Imports a document with the schema as its response. */
function importWith(schema: unknown, files: Files, rest: object = {}) {
  return importOpenApi({
    slug: "shop",
    documentUrl,
    files: toFiles(files),
    document: {
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      servers: [{ url: "https://shop.test" }],
      paths: {
        "/a": {
          get: { responses: { 200: { description: "", content: { "application/json": { schema } } } } },
        },
      },
      ...rest,
    },
  });
}

const outputOf = ({ application }: ReturnType<typeof importWith>): unknown =>
  application.tools[0]?.outputSchema;
const outside = (warnings: string[]) => warnings.filter((warning) => warning.includes("leaves the document"));

it("resolves a reference against the file that has it, back into the document, too", () => {
  const result = importWith(
    { $ref: "./schemas/pet.yaml#/Pet" },
    {
      "schemas/pet.yaml":
        "Pet:\n  type: object\n  properties:\n    owner: { $ref: ../people/owner.json }\n    tag: { $ref: '#/Tag' }\nTag: { type: string, maxLength: 5 }",
      "people/owner.json": {
        type: "object",
        properties: { home: { $ref: "../openapi.json#/components/schemas/Home" } },
      },
    },
    { components: { schemas: { Home: { type: "string", minLength: 2 } } } },
  );
  expect(outside(result.warnings)).toEqual([]);
  expect(outputOf(result)).toEqual({
    $ref: "#/$defs/Pet",
    $defs: {
      Pet: {
        type: "object",
        properties: { owner: { $ref: "#/$defs/owner" }, tag: { $ref: "#/$defs/Tag" } },
      },
      owner: { type: "object", properties: { home: { $ref: "#/$defs/Home" } } },
      Tag: { type: "string", maxLength: 5 },
      Home: expect.anything(),
    },
  });
});

it("lists each file that is missing once, in the order of the document, and only those that are needed", () => {
  const missing = (files: Files) =>
    openDescription({
      slug: "shop",
      documentUrl,
      files: toFiles(files),
      document: {
        openapi: "3.1.0",
        paths: {
          "/a": { $ref: "a.yaml" },
          "/b": { $ref: "./b.yaml#/x" },
          "/c": { $ref: "%2e%2e/c.yaml?v=1" },
          "/d": { $ref: "//shop.test/api/a.yaml#/e" },
        },
        "x-notes": { $ref: "unread.yaml" },
        components: { examples: { one: { $ref: "unread.yaml" } } },
      },
    }).files.missing;
  const at = (...paths: string[]) => paths.map((path) => `https://shop.test${path}`);
  expect(missing({})).toEqual(at("/api/a.yaml", "/api/b.yaml", "/c.yaml?v=1"));
  const b = { x: { get: { parameters: [{ $ref: "p.yaml" }] } }, y: { $ref: "unread.yaml" } };
  expect(missing({ "a.yaml": {}, "b.yaml": b, "../c.yaml?v=1": {} })).toEqual(at("/api/p.yaml"));
});

it.each([
  "https://elsewhere.test/pet.json",
  "//elsewhere.test/pet.json",
  "http://shop.test/pet.json",
  "https://shop.test:8443/pet.json",
  "https://me:word@shop.test/pet.json",
  "file:///etc/passwd",
  "https:\\\\elsewhere.test\\pet.json",
  `./${"a".repeat(3000)}.json`,
])("does not follow %s", ($ref) => {
  const { files } = openDescription({
    slug: "shop",
    documentUrl,
    files: new Map(),
    document: { openapi: "3.1.0", paths: { "/a": { $ref } } },
  });
  expect(files.missing).toEqual([]);
  const { warnings } = importWith({ $ref }, {});
  expect(outside(warnings)).toEqual([
    `The reference ${$ref} leaves the document and is not followed; anything is permitted there (GET /a)`,
  ]);
});

it("follows cycles, whole maps, anchors and the targets of a discriminator", () => {
  const result = importWith(
    { $ref: "schemas.yaml#/a%25b" },
    {
      "schemas.yaml": {
        "a%b": {
          oneOf: [{ $ref: "cat.json#cat" }, { $ref: "#/Dog" }],
          discriminator: { propertyName: "kind", mapping: { meow: "cat.json#cat", woof: "#/Dog" } },
        },
        Dog: { type: "object", properties: { kind: { type: "string" }, friend: { $ref: "#/a%25b" } } },
      },
      "cat.json": { Cat: { $anchor: "cat", type: "object", properties: { kind: { type: "string" } } } },
      "more.yaml": { "/more": { get: { operationId: "more" } }, constructor: { get: {} } },
    },
    {
      paths: {
        $ref: "more.yaml",
        "/a": {
          get: {
            responses: {
              200: {
                description: "",
                content: { "application/json": { schema: { $ref: "schemas.yaml#/a%25b" } } },
              },
            },
          },
        },
      },
    },
  );
  expect(outside(result.warnings)).toEqual([]);
  expect(result.application.tools.map(({ operationKey }) => operationKey)).toContain("GET /more");
  const output = JSON.stringify(outputOf(result));
  expect(output).toContain('"const":"meow"');
  expect(output).toContain('"const":"woof"');
});

it("leaves out a file that cannot be read, and names it", () => {
  const deep = `${"[".repeat(400)}${"]".repeat(400)}`;
  for (const [text, reason] of [
    ["{", "It is not valid JSON"],
    ["", "It is empty"],
    ["<html></html>", "It is an HTML page"],
    [deep, "It is nested deeper than 300 levels"],
    ["[".repeat(100_000), "It is not valid"],
  ] as const) {
    const { warnings, application } = importWith({ $ref: "a.json" }, { "a.json": text });
    expect(application.tools).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^The file https:\/\/shop\.test\/api\/a\.json is left out, because it could not be read\. /,
    );
    expect(warnings[0]).toContain(reason);
  }
  const { warnings } = importWith({ $ref: "a.json#/Lost" }, { "a.json": {} });
  expect(warnings[0]).toMatch(/a\.json#\/Lost points to nothing/);
});

it("follows no more than 200 files", () => {
  const paths = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`/a${n}`, { $ref: `${n}.yaml` }]));
  const open = (files: Files) =>
    openDescription({
      slug: "shop",
      documentUrl,
      files: toFiles(files),
      document: { openapi: "3.1.0", paths: structuredClone(paths) },
    });
  const first = open({}).files.missing;
  expect(first).toHaveLength(200);
  const second = open(Object.fromEntries(first.map((url) => [url, { $ref: "another.yaml" }])));
  expect(second.files.missing).toEqual([]);
  expect(second.notes.list()).toEqual([expect.stringMatching(/more than 200 files/)]);
});

it("reads files of Swagger 2.0 as those of the document", () => {
  const { application, warnings } = importOpenApi({
    slug: "shop",
    documentUrl,
    files: toFiles({
      "parts.json": {
        parameters: { Limit: { in: "query", name: "limit", type: "integer" } },
        responses: { Pet: { description: "", schema: { $ref: "#/definitions/Pet" } } },
        definitions: {
          Pet: {
            type: "object",
            discriminator: "kind",
            properties: {
              kind: { type: "string" },
              name: { type: "string", "x-nullable": true },
              home: { $ref: "openapi.json#/definitions/Home" },
            },
          },
        },
      },
    }),
    document: {
      swagger: "2.0",
      info: { title: "Shop", version: "1" },
      host: "shop.test",
      paths: {
        "/a": {
          get: {
            parameters: [{ $ref: "parts.json#/parameters/Limit" }],
            responses: { 200: { $ref: "parts.json#/responses/Pet" } },
          },
        },
      },
      definitions: { Home: { type: "string", maxLength: 9 } },
    },
  });
  expect(outside(warnings)).toEqual([]);
  const [tool] = application.tools;
  expect(tool?.inputSchema.properties).toHaveProperty("limit");
  expect(tool?.outputSchema).toMatchObject({
    $ref: "#/$defs/Pet",
    $defs: {
      Pet: { properties: { name: { type: ["string", "null"] }, home: { $ref: "#/$defs/Home" } } },
      Home: { maxLength: 9 },
    },
  });
});

it("follows nothing without an address or files", () => {
  const document = { openapi: "3.1.0", paths: { "/a": { $ref: "a.yaml" } } };
  const { skipped } = importOpenApi({ slug: "shop", document });
  expect(skipped).toEqual([
    { operation: "/a", reason: "the path refers to a.yaml, which is not in the document" },
  ]);
});
