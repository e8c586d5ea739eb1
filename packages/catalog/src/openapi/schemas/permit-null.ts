import type { JsonSchema } from "../../json-schema.ts";

const annotationKeywords = ["title", "description", "default", "deprecated", "examples"];

/** Also permits null, like `nullable: true` in OpenAPI 3.0. */
export function permitNull(schema: JsonSchema): JsonSchema {
  if (schema.type !== undefined) {
    return permitNullByType(schema);
  }
  for (const union of ["oneOf", "anyOf"]) {
    const alternatives = schema[union];
    if (Array.isArray(alternatives) && hasOnly(schema, [union, ...annotationKeywords])) {
      const permitted = alternatives.some(isNullSchema);
      return permitted ? schema : { ...schema, [union]: [...alternatives, { type: "null" }] };
    }
  }
  if (Array.isArray(schema.enum) && hasOnly(schema, ["enum", ...annotationKeywords])) {
    return { ...schema, enum: withNull(schema.enum) };
  }
  return hasOnly(schema, annotationKeywords) ? schema : wrapWithNull(schema);
}

function permitNullByType(schema: JsonSchema): JsonSchema {
  if (["allOf", "oneOf", "anyOf", "$ref", "not", "const"].some((keyword) => keyword in schema)) {
    return wrapWithNull(schema);
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return {
    ...schema,
    type: types.includes("null") ? schema.type : [...types, "null"],
    ...(Array.isArray(schema.enum) ? { enum: withNull(schema.enum) } : {}),
  };
}

function wrapWithNull(schema: JsonSchema): JsonSchema {
  const annotations: JsonSchema = {};
  const constraints: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    (annotationKeywords.includes(keyword) ? annotations : constraints)[keyword] = value;
  }
  return { ...annotations, anyOf: [constraints, { type: "null" }] };
}

function isNullSchema(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && "type" in schema && schema.type === "null";
}

function withNull(values: unknown[]): unknown[] {
  return values.includes(null) ? values : [...values, null];
}

function hasOnly(schema: JsonSchema, keywords: string[]): boolean {
  return Object.keys(schema).every((keyword) => keywords.includes(keyword));
}
