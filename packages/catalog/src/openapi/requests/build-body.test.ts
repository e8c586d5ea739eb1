import { describe, expect, it } from "vitest";
import { importOperation, importSmallDocument } from "../../../testing/import-small-document.ts";

const name = { type: "string" };

function post(requestBody: unknown, members: { [member: string]: unknown } = {}) {
  return importOperation({ requestBody }, { method: "post", ...members });
}

function json(schema: unknown, members: { [member: string]: unknown } = {}) {
  return post({ required: true, content: { "application/json": { schema } } }, members);
}

describe("a body that is an object", () => {
  it("becomes inputs next to the parameters", () => {
    const { binding, inputSchema } = json({
      type: "object",
      required: ["name"],
      properties: { name, size: {} },
    });
    expect(inputSchema).toEqual({
      type: "object",
      properties: { name: { type: "string" }, size: {} },
      required: ["name"],
      additionalProperties: false,
    });
    expect(binding.body).toEqual({
      kind: "json",
      contentType: "application/json",
      required: true,
      from: {
        properties: [
          { name: "name", input: "name" },
          { name: "size", input: "size" },
        ],
      },
    });
  });

  it("is merged from allOf and references", () => {
    const { inputSchema } = json(
      {
        allOf: [
          { $ref: "#/components/schemas/Base" },
          { type: "object", required: ["b"], properties: { b: name } },
        ],
      },
      { components: { schemas: { Base: { type: "object", properties: { a: name } } } } },
    );
    expect(inputSchema).toEqual({
      type: "object",
      properties: { a: name, b: name },
      required: ["b"],
      additionalProperties: false,
    });
  });

  it("keeps a union of required lists", () => {
    const schema = {
      type: "object",
      properties: { a: name, b: name },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    };
    expect(json(schema).inputSchema.anyOf).toEqual([{ required: ["a"] }, { required: ["b"] }]);
    expect(post({ content: { "application/json": { schema } } }).inputSchema.anyOf).toBeUndefined();
  });

  it("asks for what is required but not described", () => {
    const schema = { type: "object", required: ["a", "b"], properties: { a: name } };
    const { binding, inputSchema } = json(schema);
    expect(inputSchema).toMatchObject({ properties: { a: name, b: {} }, required: ["a", "b"] });
    expect(binding.body?.from).toEqual({
      properties: [
        { name: "a", input: "a" },
        { name: "b", input: "b" },
      ],
    });
    const either = { anyOf: [{ required: ["a"] }, { required: ["c"] }], properties: { a: name } };
    expect(json({ type: "object", ...either }).inputSchema).toMatchObject({
      properties: { c: {} },
      anyOf: [{ required: ["a"] }, { required: ["c"] }],
    });
    expect(json({ ...schema, additionalProperties: false }).inputSchema.required).toEqual(["a"]);
  });

  it("leaves readOnly properties out", () => {
    const schema = {
      type: "object",
      required: ["id"],
      properties: { id: { ...name, readOnly: true }, a: name },
    };
    expect(json(schema).inputSchema).toEqual({
      type: "object",
      properties: { a: name },
      additionalProperties: false,
    });
  });

  it("is required when it has required properties, unless the document says otherwise", () => {
    const schema = { type: "object", required: ["a"], properties: { a: name } };
    const { binding, inputSchema } = post({ content: { "application/json": { schema } } });
    expect(inputSchema.required).toEqual(["a"]);
    expect(binding.body?.required).toBe(true);
  });

  it("that is optional needs its required properties only when one property is given", () => {
    const schema = { type: "object", required: ["a"], properties: { a: name, b: name } };
    const { binding, inputSchema } = post({ required: false, content: { "application/json": { schema } } });
    expect(inputSchema).toEqual({
      type: "object",
      properties: { a: name, b: name },
      dependentRequired: { b: ["a"] },
      additionalProperties: false,
    });
    expect(binding.body?.required).toBe(false);
  });
});

describe("a body that is one member", () => {
  it.each([
    ["an array", { type: "array", items: name }, { type: "array", items: { type: "string" } }],
    ["a text", name, { type: "string" }],
    ["a union", { oneOf: [name, { type: "object" }] }, { oneOf: [{ type: "string" }, { type: "object" }] }],
    ["free-form", { type: "object" }, { type: "object" }],
    [
      "open",
      { type: "object", properties: { a: name }, additionalProperties: true },
      {
        type: "object",
        properties: { a: { type: "string" } },
        additionalProperties: true,
      },
    ],
    ["unknown", undefined, {}],
  ])("is %s", (_kind, schema, expected) => {
    const { binding, inputSchema } = json(schema);
    expect(inputSchema).toEqual({
      type: "object",
      properties: { body: expected },
      required: ["body"],
      additionalProperties: false,
    });
    expect(binding.body?.from).toEqual({ member: "body" });
  });

  it("is named request_body when a parameter is named body", () => {
    const { binding } = importOperation(
      {
        parameters: [{ in: "query", name: "body", schema: name }],
        requestBody: { content: { "application/json": { schema: { type: "array" } } } },
      },
      { method: "post" },
    );
    expect(binding.body?.from).toEqual({ member: "request_body" });
  });

  it("keeps recursion in $defs", () => {
    const node = {
      type: "object",
      properties: { children: { type: "array", items: { $ref: "#/components/schemas/Node" } } },
    };
    const { inputSchema } = json(
      { type: "array", items: { $ref: "#/components/schemas/Node" } },
      {
        components: { schemas: { Node: node } },
      },
    );
    expect(inputSchema.$defs).toEqual({
      Node: { type: "object", properties: { children: { type: "array", items: { $ref: "#/$defs/Node" } } } },
    });
  });
});

describe("media types", () => {
  const object = { type: "object", required: ["a"], properties: { a: name } };

  it.each([
    ["application/vnd.x", object, { a: name }, "json"],
    ["application/vnd.x", { type: "array", items: name }, { body: { type: "array" } }, "json"],
    ["application/vnd.x", name, { body: { contentEncoding: "base64" } }, "binary"],
    ["application/x-protobuf", object, { body: { contentMediaType: "application/x-protobuf" } }, "binary"],
    ["image/png", object, { body: { contentMediaType: "image/png" } }, "binary"],
  ])("of the type %s, which is unknown, with %j", (mediaType, schema, properties, kind) => {
    const { binding, inputSchema } = post({ required: true, content: { [mediaType]: { schema } } });
    expect(inputSchema.properties).toMatchObject(properties);
    expect(binding.body).toMatchObject({ kind, contentType: mediaType });
  });

  it("that are unknown are no choice before forms and multipart", () => {
    const content = { "application/vnd.x": { schema: object }, "multipart/form-data": { schema: object } };
    expect(post({ content }).binding.body?.kind).toBe("multipart");
  });

  const schema = { type: "object", properties: { a: name } };
  const file = { type: "object", properties: { f: { type: "string", format: "binary" } } };

  it.each([
    [["text/plain", "application/x-www-form-urlencoded", "application/json"], "application/json"],
    [["application/vnd.shop+json", "application/json"], "application/json"],
    [["application/xml", "application/vnd.shop+json"], "application/vnd.shop+json"],
    [["multipart/form-data", "application/x-www-form-urlencoded"], "application/x-www-form-urlencoded"],
    [["application/octet-stream", "text/csv"], "text/csv"],
    [["*/*"], "application/json"],
    [["multipart/*"], "multipart/form-data"],
    [["application/json\r\nX-A: 1"], "application/json"],
  ])("of %j: %s is sent", (types, expected) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema }]));
    expect(post({ content }).binding.body?.contentType).toBe(expected);
  });

  it("prefer multipart to a form when an alternative has files", () => {
    const schema = {
      anyOf: [{ properties: { a: { type: "string", format: "binary" } } }, { properties: { b: name } }],
    };
    const content = { "application/x-www-form-urlencoded": { schema }, "multipart/form-data": { schema } };
    expect(post({ content }).binding.body?.kind).toBe("multipart");
  });

  it("prefer multipart to a form when there are files", () => {
    const content = {
      "application/x-www-form-urlencoded": { schema: file },
      "multipart/form-data": { schema: file },
    };
    expect(post({ content }).binding.body?.kind).toBe("multipart");
  });

  it("that are not used cause one remark for all operations", () => {
    const content = { "application/json": { schema }, "application/xml": { schema } };
    const { warnings } = importSmallDocument({
      paths: { "/a": { post: { requestBody: { content } } }, "/b": { post: { requestBody: { content } } } },
    });
    expect(warnings).toEqual([
      "Bodies can also be sent as application/xml; application/json is used (POST /a and 1 more)",
    ]);
  });
});

describe("a part of a multipart body", () => {
  const text = { type: "string" };
  it.each([
    ["of any content", {}, "image/png, image/jpeg", true],
    ["of a text", text, "application/octet-stream", true],
    ["of a list of texts", { type: "array", items: text }, "application/pdf", true],
    ["of a list of anything", { type: "array", items: {} }, "image/*", true],
    ["of base64", { type: "string", contentEncoding: "base64" }, "image/png", false],
    ["of an object", { type: "object", properties: { a: text } }, "application/octet-stream", false],
    ["of a text", text, "text/csv", false],
    ["of a text", text, "image/png, text/plain", false],
    ["of a text", text, "application/json", false],
  ])("%s, %j, encoded as %s: is it a file? %s", (_kind, part, contentType, isFile) => {
    const schema = { type: "object", properties: { part } };
    const content = { "multipart/form-data": { schema, encoding: { part: { contentType } } } };
    const { binding, inputSchema } = post({ content });
    expect(binding.body?.from).toMatchObject({ properties: [isFile ? { file: true } : {}] });
    expect(JSON.stringify(inputSchema).includes("fileName")).toBe(isFile);
    expect(JSON.stringify(binding.body).includes("file")).toBe(isFile);
  });
});

it("a part with a media type that no header can name has none", () => {
  const schema = { type: "object", properties: { part: { type: "string" } } };
  const encoding = { part: { contentType: "text/csv; a=\r\nX-A: 1" } };
  const { binding } = post({ content: { "multipart/form-data": { schema, encoding } } });
  expect(binding.body?.from).toEqual({ properties: [{ name: "part", input: "part" }] });
});

describe("a form", () => {
  it("keeps the encoding of its properties", () => {
    const schema = { type: "object", properties: { tags: { type: "array", items: name }, a: name } };
    const { binding } = post({
      content: {
        "application/x-www-form-urlencoded": {
          schema,
          encoding: { tags: { style: "spaceDelimited", explode: false } },
        },
      },
    });
    expect(binding.body).toEqual({
      kind: "form",
      contentType: "application/x-www-form-urlencoded",
      required: false,
      from: {
        properties: [
          { name: "tags", input: "tags", style: "spaceDelimited", explode: false },
          { name: "a", input: "a" },
        ],
      },
    });
  });
});

it.each([
  ["multipart/form-data", { contentType: "application/json" }, { contentType: "application/json" }],
  ["multipart/form-data", { contentType: "image/png" }, { contentType: "image/png" }],
  ["application/x-www-form-urlencoded", { style: "deepObject" }, { style: "deepObject" }],
])("a body that is one input keeps the encoding of its properties: %s, %j", (mediaType, encoding, bound) => {
  const schema = { properties: { part: {}, other: name }, additionalProperties: name };
  const { binding } = post({ content: { [mediaType]: { schema, encoding: { part: encoding } } } });
  expect(binding.body?.from).toEqual({ member: "body", encoded: [{ name: "part", ...bound }] });
});

it("a spread body keeps which properties require others", () => {
  const schema = {
    properties: { a: name, b: name, c: { ...name, readOnly: true } },
    dependentRequired: { a: ["b", "c"] },
  };
  const { inputSchema } = post({ required: true, content: { "application/json": { schema } } });
  expect(inputSchema.dependentRequired).toEqual({ a: ["b"] });
});

it("a file of any media type is sent as its bytes", () => {
  const file = (mediaType: string) =>
    post({ required: true, content: { [mediaType]: { schema: { type: "string", format: "binary" } } } });
  for (const mediaType of ["*/*", "application/*"]) {
    expect(file(mediaType).binding.body).toMatchObject({
      kind: "binary",
      contentType: "application/octet-stream",
    });
  }
});

it("a spread body keeps how many properties it has", () => {
  const schema = {
    properties: { a: name, b: name, c: { ...name, readOnly: true } },
    minProperties: 1,
    allOf: [{ type: "object", minProperties: 3, maxProperties: 5 }, { maxProperties: 4 }],
  };
  const { binding } = post({ required: true, content: { "application/json": { schema } } });
  expect(binding.body?.from).toMatchObject({ minProperties: 2, maxProperties: 4 });
});

describe("a form property with the encoding JSON", () => {
  const bind = (encoding: object) => {
    const schema = { type: "object", properties: { meta: { type: "object" } } };
    const media = { schema, encoding: { meta: { contentType: "application/json", ...encoding } } };
    return post({ content: { "application/x-www-form-urlencoded": media } }).binding.body?.from;
  };

  it("is one JSON text", () => {
    const properties = [{ name: "meta", input: "meta", contentType: "application/json" }];
    expect(bind({})).toEqual({ properties });
  });

  it("keeps a style that is stated too", () => {
    const properties = [{ name: "meta", input: "meta", style: "deepObject" }];
    expect(bind({ style: "deepObject" })).toEqual({ properties });
  });
});

describe("a multipart body", () => {
  it("of any names takes files as objects, since a text may be meant as one", () => {
    const file = { type: "string", format: "binary", description: "A page." };
    const schema = {
      type: "object",
      properties: { title: name, scans: { type: "array", items: file } },
      additionalProperties: file,
    };
    const { inputSchema } = post({ content: { "multipart/form-data": { schema } } });
    const object = { type: "object", required: ["base64"], additionalProperties: false };
    expect(inputSchema.properties).toMatchObject({
      body: {
        properties: { title: { type: "string" }, scans: { type: "array", items: object } },
        additionalProperties: { ...object, description: "A page." },
      },
    });
  });

  describe("that is one of several objects", () => {
    const binary = { type: "string", format: "binary" };
    const object = { type: "object", required: ["base64"], additionalProperties: false };
    const reference = (target: string) => ({ $ref: `#/components/schemas/${target}` });
    const bodyOf = (media: object, schemas: object = {}) => {
      const { inputSchema } = post(
        { content: { "multipart/form-data": media } },
        { components: { schemas } },
      );
      return (inputSchema.properties as Record<string, unknown>).body;
    };

    it.each(["oneOf", "anyOf"])("takes files as objects in %s", (keyword) => {
      const upload = { type: "object", required: ["picture"], properties: { picture: binary } };
      const link = { type: "object", required: ["url"], properties: { url: name } };
      const media = { schema: { [keyword]: [reference("Upload"), reference("Link")] } };
      expect(bodyOf(media, { Upload: upload, Link: link })).toMatchObject({
        [keyword]: [{ properties: { picture: object } }, { $ref: "#/$defs/Link" }],
      });
    });

    it("takes files as objects in the parts of an alternative", () => {
      const upload = {
        allOf: [reference("Named"), { properties: { pages: { type: "array", items: binary } } }],
      };
      const named = { type: "object", required: ["name"], properties: { name } };
      const media = { schema: { anyOf: [reference("Upload"), named] } };
      expect(bodyOf(media, { Upload: upload, Named: named })).toMatchObject({
        anyOf: [
          { allOf: [{ $ref: "#/$defs/Named" }, { properties: { pages: { items: object } } }] },
          { properties: { name } },
        ],
      });
    });

    it("takes files that only the encoding names", () => {
      const media = {
        schema: { anyOf: [{ properties: { picture: name } }, { properties: { url: name } }] },
        encoding: { picture: { contentType: "image/png" } },
      };
      expect(bodyOf(media)).toMatchObject({
        anyOf: [{ properties: { picture: object } }, { properties: { url: name } }],
      });
    });

    it("keeps what a discriminator's mapping says, also for a subtype of the body", () => {
      const base = {
        type: "object",
        properties: { kind: name },
        oneOf: [reference("Upload"), reference("Link")],
        discriminator: {
          propertyName: "kind",
          mapping: { upload: "#/components/schemas/Upload", link: "#/components/schemas/Link" },
        },
      };
      const extended = (properties: object) => ({ allOf: [reference("Base"), { properties }] });
      const schemas = { Base: base, Upload: extended({ picture: binary }), Link: extended({ url: name }) };
      const body = bodyOf({ schema: reference("Base") }, schemas);
      expect(body).toMatchObject({
        oneOf: [
          {
            allOf: [{ allOf: [{ properties: { picture: object } }] }],
            properties: { kind: { const: "upload" } },
            required: ["kind"],
          },
          { properties: { kind: { const: "link" } }, required: ["kind"] },
        ],
      });
      expect(JSON.stringify(body)).not.toContain("$ref");
    });

    it("may refer to itself", () => {
      const deep = { anyOf: [reference("Deep"), { properties: { picture: binary } }] };
      expect(bodyOf({ schema: reference("Deep") }, { Deep: deep })).toMatchObject({
        anyOf: [{ $ref: "#/$defs/Deep" }, { properties: { picture: object } }],
      });
    });
  });

  it("takes the text of a part that is an object in XML, since no XML is made of JSON", () => {
    const schema = { type: "object", properties: { meta: { type: "object", properties: { a: name } } } };
    const media = (contentType: string) => ({ schema, encoding: { meta: { contentType } } });
    const propertyOf = (contentType: string) =>
      post({ content: { "multipart/form-data": media(contentType) } }).inputSchema.properties;
    expect(propertyOf("application/xml")).toEqual({
      meta: { type: "string", description: "The content as application/xml text." },
    });
    expect(propertyOf("application/json; charset=utf-8")).toMatchObject({ meta: { type: "object" } });
  });

  it("may have lists of lists without end", () => {
    const schema = { type: "object", properties: { a: { $ref: "#/components/schemas/Deep" } } };
    const deep = { type: "array", items: { $ref: "#/components/schemas/Deep" } };
    const content = { "multipart/form-data": { schema } };
    expect(post({ content }, { components: { schemas: { Deep: deep } } }).binding.body?.kind).toBe(
      "multipart",
    );
  });

  const schema = {
    type: "object",
    properties: {
      picture: { type: "string", format: "binary", description: "The picture." },
      more: { type: "array", items: { type: "string", format: "binary" } },
      scan: { contentMediaType: "image/png" },
      about: { type: "object", properties: { a: name } },
      note: name,
    },
  };

  it("marks files and the parts that are JSON", () => {
    const { binding } = post({
      content: {
        "multipart/form-data": { schema, encoding: { picture: { contentType: "image/png, image/jpeg" } } },
      },
    });
    expect(binding.body?.from).toEqual({
      properties: [
        { name: "picture", input: "picture", file: true, contentType: "image/png" },
        { name: "more", input: "more", file: true },
        { name: "scan", input: "scan", file: true },
        { name: "about", input: "about", contentType: "application/json" },
        { name: "note", input: "note" },
      ],
    });
  });

  it("takes a file that may also be null for a file", () => {
    const binary = { type: "string", format: "binary" };
    const optional = {
      properties: {
        sound: { anyOf: [binary, { type: "null" }], description: "The sound." },
        more: { oneOf: [{ type: "array", items: binary }, { type: "null" }] },
        link: { anyOf: [binary, { type: "object" }] },
      },
    };
    const { binding, inputSchema } = post({ content: { "multipart/form-data": { schema: optional } } });
    expect(binding.body?.from).toMatchObject({
      properties: [{ name: "sound", file: true }, { name: "more", file: true }, { name: "link" }],
    });
    expect(inputSchema.properties).toMatchObject({
      sound: { description: "The sound.", anyOf: [{ contentEncoding: "base64" }, { required: ["base64"] }] },
      more: { type: "array", items: { anyOf: [{ type: "string" }, { type: "object" }] } },
    });
  });

  it("takes a file as base64 text or as an object that names it", () => {
    const { inputSchema } = post({ content: { "multipart/form-data": { schema } } });
    expect(inputSchema.properties).toMatchObject({
      picture: {
        description: "The picture.",
        anyOf: [
          { type: "string", contentEncoding: "base64" },
          { type: "object", required: ["base64"], additionalProperties: false },
        ],
      },
      more: { type: "array", items: { anyOf: [{ type: "string" }, { type: "object" }] } },
    });
  });
});

it("a media type may be a reference, from OpenAPI 3.2 on", () => {
  const { inputSchema } = post(
    { required: true, content: { "application/json": { $ref: "#/components/mediaTypes/Thing" } } },
    {
      openapi: "3.2.0",
      components: { mediaTypes: { Thing: { schema: { type: "object", properties: { name } } } } },
    },
  );
  expect(inputSchema.properties).toEqual({ name });
});

describe("a body that is a base type", () => {
  const schemas = {
    Animal: {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" } },
      discriminator: { propertyName: "kind", mapping: { fish: "#/components/schemas/Fish" } },
    },
    Bird: {
      allOf: [{ $ref: "#/components/schemas/Animal" }, { properties: { wings: { type: "integer" } } }],
    },
    Owl: { allOf: [{ $ref: "#/components/schemas/Bird" }, { properties: { kind: name, prey: name } }] },
    Fish: { type: "object", properties: { fins: { type: "integer" } } },
    Stone: { type: "object", properties: { weight: { type: "integer" } } },
  };
  const take = (schema: string) =>
    json({ $ref: `#/components/schemas/${schema}` }, { components: { schemas } });

  it("takes the properties of all types that its discriminator selects", () => {
    const { inputSchema } = take("Animal");
    expect(inputSchema.properties).toEqual({
      kind: { type: "string" },
      fins: { type: "integer" },
      wings: { type: "integer" },
      prey: name,
    });
    expect(inputSchema.required).toEqual(["kind"]);
  });

  it("takes its own properties only as a type that is selected", () => {
    expect(Object.keys(take("Bird").inputSchema.properties as object)).toEqual(["kind", "wings"]);
  });
});

describe("content without structure", () => {
  it("is base64 when it is binary", () => {
    const { binding, inputSchema } = post({ required: true, content: { "application/octet-stream": {} } });
    expect(binding.body).toEqual({
      kind: "binary",
      contentType: "application/octet-stream",
      required: true,
      from: { member: "body" },
    });
    expect(inputSchema.properties).toMatchObject({ body: { type: "string", contentEncoding: "base64" } });
  });

  it.each([
    [["image/*"], "application/octet-stream"] as const,
    [["image/png", "image/webp"], "image/png"] as const,
  ])("of %j is base64, or an object that also says which type it is", (types, usual) => {
    const content = Object.fromEntries(types.map((type) => [type, {}]));
    const { binding, inputSchema } = post({ required: true, description: "The icon.", content });
    expect(binding.body).toMatchObject({ kind: "binary", contentType: usual, from: { member: "body" } });
    expect(inputSchema.properties).toMatchObject({
      body: {
        description: `The icon. The content may be ${types.join(", ")}: name its type in \`contentType\`, else it is sent as ${usual}.`,
        anyOf: [{ contentEncoding: "base64" }, { properties: { contentType: { type: "string" } } }],
      },
    });
  });

  it("is text when it is XML", () => {
    const { binding, inputSchema } = post({ content: { "application/xml": { schema: { type: "object" } } } });
    expect(binding.body?.kind).toBe("text");
    expect(inputSchema.properties).toMatchObject({ body: { type: "string" } });
  });
});

it("an operation is skipped when its body refers out of the document", () => {
  const { skipped } = importSmallDocument({
    paths: { "/a": { post: { requestBody: { $ref: "bodies.yaml#/a" } } } },
  });
  expect(skipped).toEqual([
    { operation: "POST /a", reason: "its body refers to bodies.yaml#/a, which is not in the document" },
  ]);
});

it("a property called __proto__ is an input with another name", () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"a":{"type":"string"},"__proto__":{"type":"string"}},"required":["__proto__"]}',
  );
  const { inputSchema, binding } = importOperation(
    { requestBody: { required: true, content: { "application/json": { schema } } } },
    { method: "post" },
  );
  expect(inputSchema).toMatchObject({
    properties: { a: { type: "string" }, proto: { type: "string" } },
    required: ["proto"],
  });
  expect(binding.body).toMatchObject({
    from: { properties: [{ name: "a" }, { name: "__proto__", input: "proto" }] },
  });
});
