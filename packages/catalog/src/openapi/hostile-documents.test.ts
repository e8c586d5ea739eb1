import fc from "fast-check";
import { expect, it } from "vitest";
import { verifyTools } from "../../testing/verify-tools.ts";
import { DescriptionError } from "../description-error.ts";
import { importOpenApi } from "./import-openapi.ts";

const schema = { $ref: "#/components/schemas/Thing" };
const content = { "application/json": { schema }, "multipart/form-data": { schema } };
const sound = {
  openapi: "3.0.3",
  info: { title: "Shop", contact: { url: "https://shop.test" } },
  servers: [{ url: "https://{region}.shop.test", variables: { region: { default: "eu", enum: ["eu"] } } }],
  security: [{ key: [] }],
  components: {
    schemas: {
      Thing: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "string", readOnly: true },
          next: schema,
          size: { type: "integer", enum: [1] },
        },
        allOf: [{ properties: { a: { type: "string", pattern: "^a" } } }],
      },
      Any: { oneOf: [schema], discriminator: { propertyName: "id", mapping: { thing: "Thing" } } },
    },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X" },
      o: { type: "oauth2", flows: { implicit: {} } },
    },
  },
  paths: {
    "/things/{id}": {
      parameters: [{ in: "path", name: "id", required: true, schema: { type: "string" } }],
      put: {
        operationId: "put",
        tags: ["things"],
        parameters: [{ in: "query", name: "q", style: "form", examples: { a: { value: 1 } }, schema }],
        requestBody: { required: true, content },
        responses: { 200: { content }, default: {} },
        servers: [{ url: "/other" }],
        security: [{ o: ["read"] }, {}],
      },
    },
  },
};

const junk = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    -1,
    1e99,
    "",
    "constructor",
    true,
    [],
    {},
    [null],
    { $ref: "#" },
    { $ref: 5 },
    { toString: 1 },
  ),
  fc.jsonValue(),
);

/** Puts a value into a copy of the document. Each number selects a member on the way down. */
function replaceAt(steps: readonly number[], value: unknown): unknown {
  const copy: unknown = structuredClone(sound);
  let node = copy as { [member: string]: unknown };
  for (const [index, step] of steps.entries()) {
    const keys = Object.keys(node);
    const key = keys[step % keys.length];
    if (key === undefined) {
      break;
    }
    const child = node[key];
    if (index === steps.length - 1 || typeof child !== "object" || child === null) {
      node[key] = value;
      break;
    }
    node = child as { [member: string]: unknown };
  }
  return copy;
}

it("a document with any value anywhere is refused or becomes valid tools", () => {
  expect(verifyTools(importOpenApi({ slug: "shop", document: sound }).application)).toEqual([]);
  const steps = fc.array(fc.nat(20), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(steps, junk, (path, value) => {
      try {
        const { application } = importOpenApi({ slug: "shop", document: replaceAt(path, value) });
        expect(verifyTools(application)).toEqual([]);
      } catch (error) {
        if (!(error instanceof DescriptionError)) {
          throw error;
        }
      }
    }),
    { numRuns: 150 },
  );
});

it("no text says what nobody sees", () => {
  const hidden = "Seen\u{e0068}\u{e0069}\u200b\u202e\u001b[2J &#x202e;";
  const operation = {
    operationId: "list",
    summary: hidden,
    description: hidden,
    parameters: [{ name: "a", in: "query", description: hidden, schema: { type: "string" } }],
    responses: { 200: { description: "" } },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: `${hidden}\n${"😀".repeat(10_000)}`, version: "1", description: hidden },
    servers: [{ url: "https://shop.example" }],
    paths: { "/a": { get: operation } },
  };
  const { application } = importOpenApi({ slug: "shop", document });
  expect(JSON.stringify(application)).not.toMatch(/[\u{e0000}-\u{e007f}\u200b\u202e]|\\u001b/u);
  expect(application.name.length).toBeLessThanOrEqual(200);
  expect(application.tools[0]).toMatchObject({ name: "Seen[2J", description: "Seen[2J" });
});

it("an enumeration of any length is read", () => {
  const values = Array.from({ length: 100_000 }, (_, index) => `value-${index % 90_000}`);
  const parameters = [{ in: "query", name: "q", schema: { type: "string", enum: values } }];
  const { application } = importOpenApi({
    slug: "shop",
    document: { ...sound, paths: { "/a": { get: { parameters } } } },
  });
  expect(application.tools[0]?.inputSchema).toMatchObject({
    properties: { q: { enum: { length: 90_000 } } },
  });
});

it("a path that is too long to be stored is skipped", () => {
  const long = `/${"{a}/b/".repeat(1000)}`;
  const paths = { [long]: { get: {} }, "/a": { get: {} } };
  const { application, skipped } = importOpenApi({ slug: "shop", document: { ...sound, paths } });
  expect(application.tools).toHaveLength(1);
  expect(skipped).toEqual([
    { operation: `${long.slice(0, 100)}…`, reason: "it is longer than 1000 characters" },
  ]);
});

/** Imports a document whose only operation takes a body of this schema. */
function importBody(body: unknown, schemas: { [name: string]: unknown } = {}) {
  const requestBody = { required: true, content: { "application/json": { schema: body } } };
  const { application } = importOpenApi({
    slug: "shop",
    document: {
      ...sound,
      openapi: "3.1.0",
      components: { ...sound.components, schemas: { ...sound.components.schemas, ...schemas } },
      paths: { "/a": { post: { requestBody } } },
    },
  });
  return application.tools[0]?.inputSchema;
}

it.each([
  ["references", 9, {}],
  ["references with members beside them", 5, { minProperties: 1 }],
])("a schema that many paths of %s lead to is read a few times", (_kind, count, beside) => {
  let reads = 0;
  const shared = {
    type: "object",
    get properties() {
      reads++;
      return { name: { type: "string", readOnly: true }, size: { type: "integer" } };
    },
  };
  const reference = (level: number) => ({ $ref: `#/components/schemas/Level${level}`, ...beside });
  const levels = Array.from({ length: count }, (_, level) => [
    `Level${level}`,
    { allOf: [reference(level + 1), reference(level + 1), reference(level + 1)] },
  ]);
  const input = importBody(reference(0), { ...Object.fromEntries(levels), [`Level${count}`]: shared });
  expect(input?.properties).toEqual({ size: { type: "integer" } });
  expect(reads).toBeLessThan(100);
});

it("a base that thousands of schemas extend is searched for hidden properties once", () => {
  let reads = 0;
  const base = {
    type: "object",
    get properties() {
      reads++;
      return { id: { type: "string", readOnly: true }, name: { type: "string" } };
    },
  };
  const extended = Array.from({ length: 500 }, (_, index) => [
    `Kind${index}`,
    { allOf: [{ $ref: "#/components/schemas/Base" }], required: ["id", "name"] },
  ]);
  const properties = Object.fromEntries(
    extended.map(([name]) => [name, { $ref: `#/components/schemas/${name}` }]),
  );
  const input = importBody({ type: "object", properties }, { Base: base, ...Object.fromEntries(extended) });
  expect(input?.$defs).toMatchObject({ Kind499: { required: ["name"] } });
  expect(reads).toBeLessThan(20);
});

it("a response that thousands of paths of references lead to is read a few times", () => {
  let reads = 0;
  const levels = Array.from({ length: 9 }, (_, level) => [
    `Level${level}`,
    { allOf: Array.from({ length: 4 }, () => ({ $ref: `#/components/schemas/Level${level + 1}` })) },
  ]);
  const last = {
    get properties() {
      reads++;
      return { items: { type: "array", items: { type: "object" } } };
    },
  };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Level0" } } };
  const { application } = importOpenApi({
    slug: "shop",
    document: {
      ...sound,
      components: { schemas: { ...Object.fromEntries(levels), Level9: last } },
      paths: { "/a": { get: { responses: { 200: { description: "", content } } } } },
    },
  });
  expect(application.tools[0]?.resultsPath).toBe("/items");
  expect(reads).toBeLessThan(1000);
});

it("subtypes that thousands of paths lead to stay references to their base", () => {
  const levels = Array.from({ length: 10 }, (_, level) => [
    `Level${level}`,
    { allOf: Array.from({ length: 3 }, () => ({ $ref: `#/components/schemas/Level${level + 1}` })) },
  ]);
  const base = { type: "object", oneOf: [{ $ref: "#/components/schemas/Level0" }] };
  const schemas = {
    Base: base,
    ...Object.fromEntries(levels),
    Level10: { allOf: [{ $ref: "#/components/schemas/Base" }] },
  };
  const input = importBody({ $ref: "#/components/schemas/Base" }, schemas);
  expect(JSON.stringify(input).length).toBeLessThan(10_000);
});

it("a property that thousands of schemas restrict has all their rules side by side", () => {
  const parts = Array.from({ length: 5000 }, (_, index) => ({ properties: { a: { maxLength: 9 + index } } }));
  const input = importBody({ type: "object", allOf: parts });
  expect(input?.properties).toMatchObject({ a: { allOf: { length: 5000, 4999: { maxLength: 5008 } } } });
});

it("an enumeration of any number of objects has each of them once", () => {
  const values = Array.from({ length: 60_000 }, (_, index) => ({ a: index % 50_000, b: index % 50_000 }));
  const turned = { b: 1, a: 1 };
  const input = importBody({ type: "object", properties: { q: { enum: [...values, turned] } } });
  expect(input?.properties).toMatchObject({ q: { enum: { length: 50_000 } } });
});

it("a mapping of any length tags its alternative", () => {
  const mapping = Object.fromEntries(
    Array.from({ length: 80_000 }, (_, index) => [`kind-${index}`, "Other"]),
  );
  const oneOf = [{ $ref: "#/components/schemas/Other" }];
  const input = importBody(
    { type: "object", properties: { q: { oneOf, discriminator: { propertyName: "kind", mapping } } } },
    { Other: { type: "object" } },
  );
  expect(input?.properties).toMatchObject({
    q: { oneOf: [{ properties: { kind: { enum: { length: 80_000 } } } }] },
  });
});

it("a name with a long row of underscores names a definition", () => {
  const name = `a${"_".repeat(400_000)}b`;
  const input = importBody(
    { type: "object", properties: { q: { $ref: `#/components/schemas/${name}` } } },
    { [name]: { type: "string" } },
  );
  expect(input?.$defs).toEqual({ [name]: { type: "string" } });
});

it("any number of inputs and environments with equal names are numbered", () => {
  const count = 30_000;
  const properties = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [String.fromCodePoint(0x20000 + index), {}]),
  );
  const servers = Array.from({ length: count }, (_, index) => ({
    url: `https://${index}.shop.test`,
    name: "main",
  }));
  const { application } = importOpenApi({
    slug: "shop",
    document: {
      ...sound,
      servers,
      paths: {
        "/a": {
          post: {
            requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
          },
        },
      },
    },
  });
  expect(application.environments.at(-1)?.name).toBe(`main-${count}`);
  expect(application.tools[0]?.inputSchema.properties).toHaveProperty(`body_value_${count - 1}`);
});

it("a mapping that many schemas have in common is read once", () => {
  let reads = 0;
  const mapping = {
    get other() {
      reads++;
      return "#/components/schemas/Other";
    },
  };
  const oneOf = [{ $ref: "#/components/schemas/Other" }];
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `p${index}`,
      { oneOf, discriminator: { propertyName: "kind", mapping } },
    ]),
  );
  const input = importBody({ type: "object", properties }, { Other: { type: "object" } });
  expect(input?.properties).toMatchObject({ p299: { oneOf: [{ required: ["kind"] }] } });
  // The document's extent is counted at each of its 300 places.
  expect(reads).toBeLessThan(310);
});

it("the subtypes of a schema that many operations take are read once", () => {
  let reads = 0;
  const subtype = {
    get allOf() {
      reads++;
      return [{ $ref: "#/components/schemas/Base" }];
    },
    properties: { size: { type: "integer" } },
  };
  const base = {
    type: "object",
    discriminator: { propertyName: "kind" },
    properties: { kind: { type: "string" } },
  };
  const requestBody = { content: { "application/json": { schema: { $ref: "#/components/schemas/Base" } } } };
  const paths = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`/p${index}`, { post: { requestBody } }]),
  );
  const document = { ...sound, components: { schemas: { Base: base, Sub: subtype } }, security: [], paths };
  const { application } = importOpenApi({ slug: "shop", document });
  expect(application.tools[299]?.inputSchema.properties).toHaveProperty("size");
  expect(reads).toBeLessThan(50);
});

it("remarks have a limited length and number", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 1500 }, (_, index) => [
      `p${index}`,
      { type: "string", pattern: `(?=${"a".repeat(5000)}${index})` },
    ]),
  );
  const ofOneLength = { type: "object", properties };
  const short = Object.fromEntries(
    Array.from({ length: 1500 }, (_, index) => [`q${index}`, { type: "string", pattern: `(?=${index})` }]),
  );
  const responses = {
    200: { content: { "application/json": { schema: { type: "object", properties: short } } } },
  };
  const requestBody = { content: { "application/json": { schema: ofOneLength } } };
  const { warnings } = importOpenApi({
    slug: "shop",
    document: { ...sound, paths: { "/a": { post: { requestBody, responses } } } },
  });
  expect(warnings).toHaveLength(1001);
  expect(warnings.every((warning) => warning.length < 4100)).toBe(true);
  expect(warnings.at(-1)).toMatch(/^\d+ more remarks are left out$/);
});
