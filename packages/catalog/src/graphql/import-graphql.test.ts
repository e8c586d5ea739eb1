import { schema as github } from "@octokit/graphql-schema";
import { buildSchema, graphqlSync, introspectionFromSchema, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { verifyTools } from "../../testing/verify-tools.ts";
import { DescriptionError } from "../description-error.ts";
import { importGraphqlInWorker } from "../import-thread/import-in-worker.ts";
import type { GraphqlBinding } from "../tool.ts";
import { type GraphqlImportInput, importGraphql } from "./import-graphql.ts";
import { introspectionQuery, olderIntrospectionQuery } from "./introspection-query.ts";

const shop = `
  scalar Money
  enum Sort { NEW OLD }
  input Filter { text: String, all: [Filter!], price: Price }
  input Price @oneOf { exact: Money, below: Money, text: String }
  interface Node { id: ID! }
  type Product implements Node { id: ID! name: String! price: Money old: Int @deprecated shop: Shop! image(size: Int!): String
    reviews(first: Int, after: String): ReviewConnection! }
  type Shop implements Node { id: ID! name: String owner: User products: [Product!]! }
  type User { id: ID! login: String }
  type Review { id: ID! text: String }
  type ReviewConnection { nodes: [Review] pageInfo: PageInfo! totalCount: Int! }
  type ProductEdge { node: Product }
  type ProductConnection { edges: [ProductEdge] pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  union Found = Product | Shop
  type ProductPayload { product: Product errors: [Problem!]! }
  type Problem { message: String! }
  type Query {
    "One product."
    product(id: ID!): Product
    products(first: Int, after: String, filter: Filter, sort: Sort = NEW): ProductConnection!
    search(text: String!, fields: [String!], limit: Int! = 10): [Found!]!
    node(id: ID!): Node
    version: String! @deprecated(reason: "gone")
  }
  type Mutation { productDelete(id: ID!): ProductPayload createProduct(name: String!, price: Money): ProductPayload }
  type Subscription { productChanged: Product }`;

const run = (members: Partial<GraphqlImportInput> = {}) =>
  importGraphql({ slug: "shop", schema: shop, url: "https://shop.test/graphql", ...members });

const find = (operation: string, members: Partial<GraphqlImportInput> = {}) => {
  const tool = run(members).application.tools.find((one) => one.operation === operation);
  if (tool?.binding.kind !== "graphql") {
    throw new Error(`no tool ${operation}`);
  }
  return { ...tool, binding: tool.binding };
};

/** The operation that the runtime sends without chosen fields. */
const writeOperation = ({ operationType, field, arguments: list, selection }: GraphqlBinding): string => {
  const declared = list.map(({ name, type }) => `$${name}: ${type}`).join(", ");
  const given = list.map(({ name }) => `${name}: $${name}`).join(", ");
  const fields = selection === null ? "" : selection.before + selection.default + selection.after;
  return `${operationType}${declared && `(${declared})`} { ${field}${given && `(${given})`} ${fields} }`;
};

describe("a schema", () => {
  test("may only extend the types of its operations, as a part of a federated one does", () => {
    const schema = `extend type Query { a: String } extend type Query { b: Thing } extend type Thing { id: ID }
      extend type Mutation { c: Int } extend input Where { a: Int } extend enum E { X }`;
    const { application } = run({ schema });
    expect(application.tools.map(({ operation }) => operation)).toEqual(["a", "b", "c"]);
  });

  test("may have default values that contain their own type", () => {
    const schema = `input A { a: A! = { a: {} }, size: Int = 3 } type Query { find(by: A = { size: 1 }): String }`;
    const properties = { a: { $ref: "#/$defs/A" }, size: { type: ["integer", "null"], default: 3 } };
    const asAnyNull = (one: object) => ({ anyOf: [one, { type: "null" }] });
    const expected = { A: { properties: { ...properties, a: asAnyNull(properties.a) } } };
    const { inputSchema } = find("find", { schema });
    expect(inputSchema.$defs).toMatchObject(expected);
    expect(inputSchema.$defs).not.toHaveProperty("A.required");
    const named = (kind: string, name: string) => ({ kind, name, ofType: null });
    const whole = introspectionFromSchema(
      buildSchema("input A { a: A, size: Int = 3 } type Query { find(by: A): String }"),
    );
    for (const type of whole.__schema.types) {
      if (type.kind === "INPUT_OBJECT") {
        Object.assign(type.inputFields[0] ?? {}, {
          type: { kind: "NON_NULL", name: null, ofType: named("INPUT_OBJECT", "A") },
          defaultValue: "{ a: {} }",
        });
      }
    }
    expect(find("find", { schema: JSON.stringify(whole) }).inputSchema.$defs).toMatchObject(expected);
  });

  test("shows no default that a few types make endlessly long", () => {
    const types = Array.from(
      { length: 40 },
      (_, n) => `input T${n} { a: T${n + 1} = {}, b: T${n + 1} = {} }`,
    );
    const schema = `${types.join(" ")} input T40 { c: Int } type Query { find(by: T0 = {}): String }`;
    expect(JSON.stringify(find("find", { schema }).inputSchema).length).toBeLessThan(50_000);
  });

  test("may say that a field is deprecated without a reason", () => {
    const whole = introspectionFromSchema(buildSchema("type Query { old: String fresh: String }"));
    for (const type of whole.__schema.types) {
      if (type.name === "Query" && type.kind === "OBJECT") {
        Object.assign(type.fields[0] ?? {}, { isDeprecated: true, deprecationReason: null });
      }
    }
    const { tools } = run({ schema: JSON.stringify(whole) }).application;
    expect(tools.map(({ operation, isDeprecated }) => [operation, isDeprecated])).toEqual([
      ["old", true],
      ["fresh", false],
    ]);
  });

  test("runs no mutations of a group by asking for its fields", () => {
    const schema = `type Query { a: String, ops: AdminMutations, genes: GeneMutations }
      type GeneMutations { count: Int, codes(first: Int): [String] }
      type Mutation { admin: AdminMutations, user(id: ID!): UserMutation, logout: LogoutMutation, save(name: String): SavePayload }
      type AdminMutations { reindex: Boolean, purge: Boolean }
      type UserMutation { delete: Boolean, name: String }
      type LogoutMutation { ok: Boolean, deletedId: ID }
      type SavePayload { id: ID, admin: AdminMutations }`;
    const { application, skipped } = run({ schema });
    expect(skipped.map(({ operation }) => operation)).toEqual([
      "QUERY ops",
      "MUTATION admin",
      "MUTATION user",
    ]);
    const { binding } = find("save", { schema });
    expect(JSON.stringify(binding.selection)).not.toMatch(/purge|reindex|admin/);
    const shown = application.tools.map(({ operation, binding }) => [
      operation,
      binding.kind === "graphql" && binding.selection?.default,
    ]);
    expect(shown).toContainEqual(["genes", "{ count codes }"]);
    expect(shown).toContainEqual(["logout", "{ ok deletedId }"]);
    expect(JSON.stringify(shown)).not.toMatch(/purge|reindex/);
  });

  test("becomes tools for its queries and mutations", () => {
    const { application, skipped, warnings } = run();
    expect(application.tools.map(({ slug }) => slug)).toEqual([
      "shop_product",
      "shop_products",
      "shop_search",
      "shop_node",
      "shop_version",
      "shop_product_delete",
      "shop_create_product",
    ]);
    expect(application).toMatchObject({ source: "graphql", requiresConnection: false });
    expect(skipped).toEqual([
      { operation: "SUBSCRIPTION productChanged", reason: expect.stringContaining("subscription") },
    ]);
    expect(warnings).toEqual([expect.stringContaining("security scheme")]);
    expect(verifyTools(application)).toEqual([]);
  });

  test("skips a field whose name is too long to be stored", () => {
    const { application, skipped } = run({ schema: `type Query { ${"x".repeat(2000)}: Int, short: Int }` });
    expect(application.tools.map(({ operationKey }) => operationKey)).toEqual(["QUERY short"]);
    expect(skipped).toEqual([
      { operation: `QUERY ${"x".repeat(94)}…`, reason: "it is longer than 1000 characters" },
    ]);
    const long = `type Query { a: Int } type Subscription { ${"x".repeat(2000)}: Int }`;
    expect(run({ schema: long }).skipped[0]?.operation.length).toBeLessThan(200);
  });

  test("as introspection JSON gives the same tools as SDL", () => {
    const introspection = introspectionFromSchema(buildSchema(shop), { inputValueDeprecation: false });
    for (const text of [introspection, { data: introspection }]) {
      const { application } = run({ schema: JSON.stringify(text) });
      expect(application.tools.map(({ binding }) => binding)).toEqual(
        run().application.tools.map(({ binding }) => binding),
      );
    }
  });

  test("asks only for what it defines", () => {
    const schema = buildSchema(shop);
    for (const query of [introspectionQuery, olderIntrospectionQuery]) {
      expect(validate(schema, parse(query))).toEqual([]);
    }
    for (const { binding } of run().application.tools) {
      const text = binding.kind === "graphql" ? writeOperation(binding) : "";
      expect(validate(schema, parse(text)), text).toEqual([]);
    }
  });

  test("reads from an endpoint which input objects take exactly one field", () => {
    const { data } = graphqlSync({ schema: buildSchema(shop), source: introspectionQuery });
    const { application } = run({ schema: JSON.stringify({ data }) });
    const products = application.tools.find(({ slug }) => slug === "shop_products");
    expect(products?.inputSchema.$defs).toMatchObject({ Price: { maxProperties: 1 } });
  });

  test("keeps published slugs", () => {
    const publishedSlugs = new Map([
      ["QUERY product", { slug: "shop_goods", isReadOnly: true, isDestructive: false }],
    ]);
    expect(find("product", { publishedSlugs }).slug).toBe("shop_goods");
  });

  test("as introspection JSON may begin with a byte order mark", () => {
    const introspection = JSON.stringify(introspectionFromSchema(buildSchema(shop)));
    expect(run({ schema: `\ufeff${introspection}` }).application.tools).toHaveLength(7);
  });

  test("that is odd becomes tools anyway", () => {
    for (const odd of ["union Odd = Int | Found", "union Odd = Shop | Other union Other = Odd"]) {
      const { application } = run({ schema: `${shop.replace("id: ID!): Product", "id: ID!): Odd")} ${odd}` });
      expect(application.tools).toHaveLength(7);
    }
    expect(run({ schema: "schema { query: Int }" }).application.tools).toEqual([]);
    const introspection = introspectionFromSchema(buildSchema(shop));
    const text = JSON.stringify({
      ...introspection,
      __schema: { ...introspection.__schema, description: 5 },
    });
    expect(
      run({ schema: text.replaceAll('"description":null', '"description":{}') }).application,
    ).toMatchObject({
      description: "",
      tools: { length: 7 },
    });
  });

  test.each([
    ['{"__schema":{}}', "a part of it is missing"],
    ['{"__schema":{"queryType":{"name":"Query"},"types":[null]}}', "a part of it is missing"],
    ["type Query { a: Missing }", "Missing"],
    ["type Query {", "Syntax Error"],
    ['{"data": null, "errors": [{"message": "introspection is off"}]}', "introspection is off"],
    ["{ not json", "JSON"],
  ])("that is wrong is refused: %s", (schema, reason) => {
    expect(() => run({ schema })).toThrow(DescriptionError);
    expect(() => run({ schema })).toThrow(reason);
  });
});

describe("a tool", () => {
  test("has its arguments as input", () => {
    const { inputSchema, name, description, isDeprecated } = find("products");
    expect(inputSchema).toMatchObject({
      properties: {
        first: { type: ["integer", "null"] },
        filter: { anyOf: [{ $ref: "#/$defs/Filter" }, { type: "null" }] },
        sort: { type: ["string", "null"], enum: ["NEW", "OLD", null], default: "NEW" },
        fields: { type: "array" },
      },
      $defs: {
        Filter: { properties: { all: { type: ["array", "null"], items: { $ref: "#/$defs/Filter" } } } },
        Price: {
          minProperties: 1,
          maxProperties: 1,
          properties: { exact: { description: "Money" }, text: { type: "string" } },
        },
      },
    });
    expect(inputSchema.required).toBeUndefined();
    expect({ name, description, isDeprecated }).toEqual({
      name: "Products",
      description: "",
      isDeprecated: false,
    });
    expect(find("product")).toMatchObject({ description: "One product.", inputSchema: { required: ["id"] } });
    expect(find("version").isDeprecated).toBe(true);
  });

  test("shows in its description a nested field that can be chosen", () => {
    const schema =
      "type Query { list: List one: One none: None } type List { items: [One!]! page: Page } type Page { size: Int } type One { id: ID page: Page list: List } type None { list: List }";
    const { application } = run({ schema });
    const about = application.tools.map(({ inputSchema }) =>
      /such as `(.*)`/.exec(JSON.stringify(inputSchema.properties))?.at(1),
    );
    expect(about).toEqual(["items.id", "page.size", undefined]);
  });

  test("takes a text or a whole number for an ID", () => {
    const schema =
      "type Query { one(id: ID!): String many(ids: [ID!], in: In): String } input In { id: ID to: ID! }";
    const { application } = run({ schema });
    const inputs = application.tools.map(({ inputSchema }) => inputSchema);
    const id = ["string", "integer"];
    expect(inputs).toMatchObject([
      { properties: { id: { type: id } } },
      {
        properties: { ids: { type: ["array", "null"], items: { type: id } } },
        $defs: { In: { properties: { id: { type: [...id, "null"] }, to: { type: id } } } },
      },
    ]);
  });

  test("whose argument is called fields takes the chosen fields by another name", () => {
    const { inputSchema, binding } = find("search");
    expect(Object.keys(inputSchema.properties as object)).toEqual([
      "text",
      "fields",
      "limit",
      "query_fields",
    ]);
    expect(binding.selection?.input).toBe("query_fields");
    expect(binding.arguments[2]).toEqual({ name: "limit", input: "limit", type: "Int" });
  });

  test("asks for the fields without arguments, and a few of nested objects", () => {
    expect(find("product").binding.selection?.default).toBe("{ id name price shop { id name } }");
    expect(find("search").binding.selection?.default).toBe(
      "{ __typename ... on Product { id price } ... on Shop { id name } }"
        .replace("id price", "id name price")
        .replace("id name }", "id }"),
    );
    expect(find("create_product").binding.selection?.default).toBe(
      "{ product { id name price shop { id name } } errors { message } }",
    );
    expect(find("version").binding.selection).toBeNull();
  });

  test("does not ask for what leads back to all queries", () => {
    const schema = `${shop.replace("type ProductPayload {", "type ProductPayload { query: Query")}
      extend type Query { query: Query! }`;
    expect(find("product_delete", { schema }).binding.selection?.default).not.toContain("query");
    expect(run({ schema }).skipped).toContainEqual({
      operation: "QUERY query",
      reason: "it only leads back to the other fields",
    });
  });

  test("is not made of a group of mutations, whose fields would run", () => {
    const schema = `type Query { a: Int } type Mutation { admin: AdminMutations logout: LogoutMutation }
      type AdminMutations { resetAll: Boolean remove(id: ID): Boolean } type LogoutMutation { ok: Boolean }`;
    const { application, skipped } = run({ schema });
    expect(application.tools.map(({ operation }) => operation)).toEqual(["a", "logout"]);
    expect(skipped).toEqual([
      { operation: "MUTATION admin", reason: expect.stringContaining("would run them") },
    ]);
  });

  test("takes names of fields that begin with an underscore", () => {
    const schema = "type Query { one: One } type One { _id: ID _by: One }";
    const fields = JSON.stringify(find("one", { schema }).inputSchema);
    const [, example = ""] = /such as `(.*?)`/.exec(fields) ?? [];
    const [, pattern = ""] = /"pattern":"(.*?)"/.exec(fields) ?? [];
    expect(example).toBe("_by._id");
    expect(example).toMatch(new RegExp(JSON.parse(`"${pattern}"`)));
  });

  test("describes what comes back", () => {
    expect(find("product").outputSchema).toMatchObject({
      properties: {
        data: {
          properties: { product: { properties: { shop: { properties: { id: { type: "string" } } } } } },
        },
      },
    });
  });

  test("of a connection has its pages", () => {
    const { resultsPath, manifest, binding } = find("products");
    expect(resultsPath).toBe("/data/products/edges");
    expect(manifest?.paging).toEqual({
      kind: "cursor",
      parameter: "after",
      cursorPath: "/data/products/pageInfo/endCursor",
      hasMorePath: "/data/products/pageInfo/hasNextPage",
      sizeParameter: "first",
      maxSize: 100,
    });
    expect(binding.pageSize).toEqual({ input: "first", size: 20, unless: [] });
    expect(binding.selection?.types.Product?.fields.reviews).toEqual({
      type: "ReviewConnection",
      arguments: "(first: 20)",
    });
    expect(find("search").resultsPath).toBe("/data/search");
  });

  test("of a connection gets no page size where the schema gives one", () => {
    const schema = shop.replace("first: Int, after: String, filter", "first: Int = 5, after: String, filter");
    expect(find("products", { schema }).binding).not.toHaveProperty("pageSize");
    expect(find("products", { schema }).manifest?.paging).toMatchObject({ parameter: "after" });
  });

  test("of a connection asks only for counts and pages that are plain values", () => {
    const count = (type: string) =>
      find("products", {
        schema: `${shop.replace("pageInfo: PageInfo! }", `pageInfo: PageInfo! totalCount: ${type} }`)}
          type Count { exact: Int }`,
      });
    expect(count("Count").binding.selection?.after).toBe(" } pageInfo { hasNextPage endCursor } }");
    expect(count("String").outputSchema).toMatchObject({
      properties: {
        data: { properties: { products: { properties: { totalCount: { type: ["string", "null"] } } } } },
      },
    });
    const odd = shop.replace("endCursor: String", "endCursor: Shop");
    expect(find("products", { schema: odd }).binding.selection?.before).toBe("");
  });

  test("of an envelope around a list says where the list stands, and asks for it", () => {
    const envelope = (members: string) =>
      find("listed", {
        schema: `${shop.replace("type Query {", "type Query { listed(limit: Int, offset: Int): Listed!")}
          type Listed { ${members} }`,
      });
    const products = envelope("items: [Product!]! total: Int!");
    expect(products.resultsPath).toBe("/data/listed/items");
    expect(products.binding.selection?.default).toBe("{ total items { id name price } }");
    expect(products.manifest).toMatchObject({ paging: { kind: "offset", parameter: "offset" } });
    expect(envelope("products: [Product!]! hasMore: Boolean!").resultsPath).toBe("/data/listed/products");
    for (const record of [
      "items: [Product!]! name: String!",
      "count: Int! best: [Product!] worst: [Product!]",
      "count: Int! items: [String!]!",
      'count: Int! items: [Product!]! @deprecated(reason: "old")',
      "count: Int! items(of: ID!): [Product!]!",
    ]) {
      expect(envelope(record).resultsPath, record).toBeNull();
    }
  });

  test("of a list with an offset has its pages, if it also has a limit", () => {
    const list = (args: string, type = "[Product!]!") => {
      const schema = `${shop.replace("type Query {", `type Query { listed(${args}): ${type}`)}`;
      return find("listed", { schema });
    };
    expect(list("limit: Int = 10, offset: Int")).toMatchObject({
      resultsPath: "/data/listed",
      manifest: { paging: { kind: "offset", parameter: "offset", sizeParameter: "limit" } },
    });
    expect(list("first: Int!, skip: Int!").manifest).toMatchObject({ paging: { parameter: "skip" } });
    for (const args of [
      "limit: Int",
      "offset: Int",
      "limit: Int, offset: Boolean",
      "page: Int, limit: Int",
    ]) {
      expect(list(args)).not.toHaveProperty("manifest");
    }
    expect(list("limit: Int, offset: Int", "Product")).not.toHaveProperty("manifest");
    expect(list("limit: Int, offset: Int").binding).not.toHaveProperty("pageSize");
  });

  test("only reads when it is a query, and destroys unless it is called as what only adds", () => {
    expect(find("product").annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(find("product_delete").annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(find("create_product").annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    const schema = `type Query { a: Int }
      type Mutation { resetAll: Int transferOwnership: Int presetAdd: Int insertRows(on_conflict: Int): Int }`;
    const hints = run({ schema }).application.tools.map(({ annotations }) => annotations.destructiveHint);
    expect(hints).toEqual([false, true, true, false, true]);
  });
});

describe("credentials", () => {
  test("are the headers that were needed to read the schema", () => {
    const { application } = run({ headerNames: ["Authorization", "X-Shop"] });
    expect(application.requiresConnection).toBe(true);
    expect(application.authentications).toMatchObject([
      { key: "authorization+x-shop", placements: [{ name: "Authorization" }, { name: "X-Shop" }] },
    ]);
    expect(application.tools[0]?.binding).toMatchObject({ authentications: ["authorization+x-shop"] });
  });

  test("are the given security schemes", () => {
    const securitySchemes = { key: { type: "apiKey", in: "header", name: "X-Key" } };
    const { application } = run({ securitySchemes, headerNames: ["Authorization"] });
    expect(application.authentications.map(({ key }) => key)).toEqual(["key"]);
  });

  test("include the address when only the schema is given", () => {
    const { application } = importGraphql({ slug: "shop", schema: shop });
    expect(application).toMatchObject({
      requiresConnection: true,
      environments: [{ serverUrl: "{baseUrl}" }],
      authentications: [{ type: "none", fields: [{ fieldName: "baseUrl" }] }],
    });
  });
});

test.each([
  ["https://shop.test/graphql/", "https://shop.test/graphql", "/"],
  ["https://shop.test/graphql?v=1", "https://shop.test/graphql", "?v=1"],
  ["https://shop.test/", "https://shop.test", "/"],
  ["https://shop.test/a/b", "https://shop.test/a/b", ""],
])("the endpoint %s keeps its end", (url, serverUrl, path) => {
  expect(run({ url }).application.environments).toEqual([{ name: "default", serverUrl }]);
  expect(find("product", { url }).binding.path).toBe(path);
});

describe("a hostile schema", () => {
  const types = (count: number, body: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => body(index)).join("\n");

  test("with types that all refer to each other stays small", () => {
    const all = types(200, (index) => `f${index}: T${index} s${index}: Int`);
    const inputs = types(200, (index) => `f${index}: I${index}`);
    const schema = `${types(200, (index) => `type T${index} { ${all} } input I${index} { ${inputs} }`)}
      type Query { a(i: I0): T0 b(i: I1): T1 }`;
    const { application } = run({ schema });
    expect(application.tools).toHaveLength(2);
    expect(JSON.stringify(application.tools).length).toBeLessThan(2_000_000);
    expect(verifyTools(application)).toEqual([]);
  });

  test("that repeats long names in each of its tools is cut", () => {
    const long = types(500, (index) => `f${index}${"x".repeat(3000)}: Int @deprecated`);
    const schema = `type Query { ${types(400, (index) => `q${index}: Long`)} } type Long { id: ID ${long} }`;
    const { application, skipped } = run({ schema });
    expect(application.tools.length).toBeLessThan(200);
    expect(skipped.at(-1)?.reason).toContain("too large");
  });

  test("with thousands of fields is cut", () => {
    const schema = `type Query { ${types(6000, (index) => `f${index}: Int`)} }`;
    const { application, skipped } = run({ schema });
    expect(application.tools).toHaveLength(5000);
    expect(skipped).toHaveLength(1000);
  });

  test.each([40, 100_000])("that is nested %i deep is refused", async (depth) => {
    const type = `${"[".repeat(depth)}Int${"]".repeat(depth)}`;
    for (const schema of [
      `type Query { a: ${type} }`,
      `type Query { a(in: In): Int } input In { of: ${type} }`,
    ]) {
      await expect(importGraphqlInWorker({ slug: "shop", schema })).rejects.toThrow(DescriptionError);
    }
  });
});

describe("the real schema of GitHub", () => {
  test("becomes tools of a bounded size", { timeout: 120_000 }, async () => {
    const text = github.idl;
    const begin = performance.now();
    const { application, skipped } = await importGraphqlInWorker({
      slug: "github-graphql",
      schema: text,
      url: "https://api.github.com/graphql",
      provider: "github",
    });
    const bindings = application.tools.map(({ binding }) => JSON.stringify(binding).length);
    console.info(
      `${application.tools.length} tools in ${Math.round(performance.now() - begin)} ms, largest binding ${Math.max(...bindings)}`,
    );
    expect(skipped).toEqual([{ operation: "QUERY relay", reason: expect.stringContaining("leads back") }]);
    expect(application.tools.length).toBeGreaterThan(250);
    expect(Math.max(...bindings)).toBeLessThan(64 * 1024);
    expect(verifyTools(application, 20)).toEqual([]);
    const schema = buildSchema(text, { assumeValidSDL: true });
    for (const { binding } of application.tools) {
      const operation = binding.kind === "graphql" ? writeOperation(binding) : "";
      expect(validate(schema, parse(operation)), operation).toEqual([]);
    }
  });
});
