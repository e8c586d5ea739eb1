import fc from "fast-check";

/** Test support: an OpenAPI document that nobody wrote. Its servers end in `/base`. */
export type RandomDocument = { openapi: string; paths: object } & Record<string, unknown>;

const text = fc.oneof(
  fc.constant({ type: "string" }),
  fc.record({
    type: fc.constant("string"),
    minLength: fc.nat(3),
    maxLength: fc.integer({ min: 4, max: 12 }),
  }),
  fc.constant({ type: "string", enum: ["red", "light blue", "50%", "a/b", "x&y=z"] }),
  fc.constant({ type: "string", pattern: "^[a-z]{2,5}-[0-9]{2}$" }),
  fc.constantFrom("date", "date-time", "uuid", "email").map((format) => ({ type: "string", format })),
);
const count = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.nat(100))
  .map(([minimum, more]) => ({ type: "integer", minimum, maximum: minimum + more }));
const scalar = fc.oneof(text, count, fc.constant({ type: "boolean" }));
const list = fc
  .tuple(text, fc.integer({ min: 1, max: 3 }))
  .map(([items, maxItems]) => ({ type: "array", items, minItems: 1, maxItems }));

/** Prism decodes a list in one text before it splits it, so its entries hold no reserved characters. */
const plainText = fc.oneof(
  fc.constant({ type: "string", pattern: "^[a-z]{2,5}-[0-9]{2}$" }),
  fc.constantFrom("date", "uuid").map((format) => ({ type: "string", format })),
  fc.constant({ type: "string", enum: ["red", "green", "blue"] }),
);
const plainList = plainText.map((items) => ({ type: "array", items, minItems: 1, maxItems: 3 }));

const memberName = fc.constantFrom(
  "id",
  "name",
  "q",
  "createdAt",
  "user-id",
  "a.b",
  "$top",
  "type",
  "items",
  "Grün",
);

const objectOf = (value: fc.Arbitrary<object>, requires: boolean): fc.Arbitrary<object> =>
  fc
    .uniqueArray(fc.tuple(memberName, value, fc.boolean()), {
      minLength: 1,
      maxLength: 5,
      selector: ([name]) => name,
    })
    .map((members) => ({
      type: "object",
      properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
      required: requires ? members.filter(([, , required]) => required).map(([name]) => name) : [],
      additionalProperties: false,
    }));

const nested = objectOf(fc.oneof(scalar, list, objectOf(fc.oneof(scalar, list), true)), true);
const nullable = scalar.map((schema) => ({ anyOf: [schema, { type: "null" }] }));
const combined = fc.tuple(objectOf(scalar, true), objectOf(scalar, true)).map(([one, other]) => ({
  allOf: [open(one), open(other)],
}));
const anything = fc.oneof(nested, objectOf(fc.oneof(scalar, nullable, list), true), combined);

/** Objects that are combined must not refuse each other's members. */
function open(schema: object): object {
  const { additionalProperties: _closed, ...rest } = schema as { additionalProperties?: boolean };
  return rest;
}

const parameter = fc.oneof(
  fc.record({ in: fc.constant("query"), schema: scalar, style: fc.constant("form"), explode: fc.boolean() }),
  fc.record({
    in: fc.constant("query"),
    schema: plainList,
    style: fc.constant("form"),
    explode: fc.boolean(),
  }),
  fc.record({
    in: fc.constant("query"),
    schema: plainList,
    // Prism does not split a text at `%20`, as OpenAPI writes `spaceDelimited`.
    style: fc.constant("pipeDelimited"),
    explode: fc.constant(false),
  }),
  fc.record({
    in: fc.constant("query"),
    schema: objectOf(text, false),
    style: fc.constant("deepObject"),
    explode: fc.constant(true),
  }),
  fc.record({ in: fc.constant("header"), schema: scalar, style: fc.constant("simple") }),
  fc.record({ in: fc.constant("cookie"), schema: scalar, style: fc.constant("form") }),
);

const parameters = fc.uniqueArray(
  fc
    .tuple(
      memberName.filter((name) => name !== "Grün"),
      parameter,
      fc.boolean(),
    )
    .map(([name, declared, required]) => ({
      name: declared.in === "header" ? `X-${name.replace(/[^A-Za-z]/g, "")}` : name,
      required,
      ...declared,
    })),
  { maxLength: 4, selector: (declared) => `${declared.in} ${declared.name.toLowerCase()}` },
);

const pathParameter = scalar.map((schema) => ({ in: "path", name: "id", required: true, schema }));

const body = fc.oneof(
  anything.map((schema) => ({ "application/json": { schema } })),
  fc.array(anything, { minLength: 1, maxLength: 1 }).map(([items]) => ({
    "application/json": { schema: { type: "array", items, minItems: 1, maxItems: 2 } },
  })),
  objectOf(scalar, true).map((schema) => ({ "application/x-www-form-urlencoded": { schema } })),
  anything.map((schema) => ({ "application/vnd.things+json; charset=utf-8": { schema } })),
);

const operation = fc
  .tuple(
    fc.constantFrom("get", "post", "put", "patch", "delete"),
    parameters,
    fc.option(pathParameter),
    body,
    fc.boolean(),
  )
  .map(([method, others, inPath, content, isRequired]) => ({
    method,
    path: inPath === null ? "" : "/{id}/parts",
    declaration: {
      parameters: [...(inPath === null ? [] : [inPath]), ...others],
      ...(["post", "put", "patch"].includes(method) && { requestBody: { content, required: isRequired } }),
    },
  }));

/** Documents with a dozen operations: parameters of every place and style, and bodies as JSON and as forms. */
export const randomDocument: fc.Arbitrary<RandomDocument> = fc
  .array(operation, { minLength: 12, maxLength: 12 })
  .map((operations) => ({
    openapi: "3.1.0",
    info: { title: "Random", version: "1" },
    servers: [{ url: "https://random.example.com/base" }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths: Object.fromEntries(
      operations.map(({ method, path, declaration }, index) => [
        `/things${index}${path}`,
        {
          [method]: {
            operationId: `op${index}`,
            responses: { 204: { description: "Done" } },
            ...declaration,
          },
        },
      ]),
    ),
  }));
