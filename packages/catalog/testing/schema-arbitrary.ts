import fc from "fast-check";
import type { JsonSchema } from "../src/json-schema.ts";
import { isRecord, listOf, recordOf } from "../src/record.ts";

/** Values that mostly match a tool's schema. Filter them by a validator: some rules, such as `not`, are left out. */
export function schemaArbitrary(schema: JsonSchema): fc.Arbitrary<unknown> {
  return build(schema, { root: schema, depth: 0 });
}

interface Place {
  root: JsonSchema;
  depth: number;
}

const words = fc.constantFrom("alpha", "beta-2", "Grün", "a b", "x/y", "50%", "tom&jerry");

function build(schema: unknown, place: Place): fc.Arbitrary<unknown> {
  if (!isRecord(schema) || place.depth > 12) {
    return words;
  }
  const deeper = { ...place, depth: place.depth + 1 };
  const { $ref, allOf, anyOf, oneOf, enum: values, const: only, type } = schema;
  if (typeof $ref === "string") {
    return build(follow(place.root, $ref), deeper);
  }
  if (Array.isArray(allOf)) {
    const { allOf: _parts, ...own } = schema;
    return build(
      allOf.reduce<JsonSchema>((merged, part) => merge(merged, resolve(part, place.root)), own),
      deeper,
    );
  }
  if (only !== undefined) {
    return fc.constant(only);
  }
  if (Array.isArray(values) && values.length > 0) {
    return fc.constantFrom(...values);
  }
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices) && choices.length > 0) {
    const { anyOf: _any, oneOf: _one, ...own } = schema;
    return fc.oneof(...choices.map((choice) => build(merge(own, resolve(choice, place.root)), deeper)));
  }
  const kinds = [type ?? (schema.properties === undefined ? "string" : "object")].flat();
  return fc.oneof(...kinds.map((kind) => buildKind(String(kind), schema, deeper)));
}

function buildKind(kind: string, schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  switch (kind) {
    case "object":
      return buildObject(schema, place);
    case "array": {
      const minLength = Number(schema.minItems ?? (place.depth > 6 ? 0 : 1));
      return fc.array(build(schema.items, place), { minLength, maxLength: Math.max(minLength, 2) });
    }
    case "integer":
    case "number":
      return buildInteger(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return buildText(schema);
  }
}

function buildInteger(schema: JsonSchema): fc.Arbitrary<number> {
  const bound = (value: unknown, usual: number) => (typeof value === "number" ? Math.trunc(value) : usual);
  const min = Math.max(bound(schema.minimum, bound(schema.exclusiveMinimum, -1) + 1), -(2 ** 31));
  const max = Math.min(bound(schema.maximum, bound(schema.exclusiveMaximum, min + 101) - 1), 2 ** 31 - 1);
  return fc.integer({ min, max: Math.max(min, max) });
}

function buildObject(schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const stated = recordOf(schema.properties);
  const unstated = [...required].filter((name) => !Object.hasOwn(stated, String(name)));
  const members = [...Object.entries(stated), ...unstated.map((name) => [String(name), {}] as const)];
  const isTaken = fc.integer({ min: 0, max: 99 });
  const share = place.depth > 4 ? 0 : 40;
  const parts = members.map(([name, member]): fc.Arbitrary<[string, unknown][]> => {
    const taken = build(member, place).map((value): [string, unknown][] => [[name, value]]);
    return required.has(name)
      ? taken
      : isTaken.chain((chance) => (chance < share ? taken : fc.constant<[string, unknown][]>([])));
  });
  return fc.tuple(...parts).map((entries) => Object.fromEntries(entries.flat()));
}

const formats: Record<string, string> = {
  "date-time": "2026-03-01T09:30:00Z",
  date: "2026-03-01",
  email: "ada@example.com",
  uri: "https://example.com/page",
  url: "https://example.com/page",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  ipv4: "192.0.2.1",
  hostname: "example.com",
};

function buildText(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength, contentEncoding } = schema;
  if (contentEncoding === "base64") {
    return words.map((word) => Buffer.from(word).toString("base64"));
  }
  const fixed = formats[String(format)];
  if (typeof pattern === "string") {
    try {
      if (fixed !== undefined && new RegExp(pattern).test(fixed)) {
        return fc.constant(fixed);
      }
      return matching(pattern);
    } catch {
      return words;
    }
  }
  if (fixed !== undefined) {
    return fc.constant(fixed);
  }
  const min = Number(minLength ?? 1);
  const max = Number(maxLength ?? 4096);
  return words.map((word) => word.padEnd(min, "x").slice(0, max));
}

/** By pattern. To build one takes milliseconds, and documents repeat theirs. */
const builtPatterns = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string): fc.Arbitrary<string> {
  const built = builtPatterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern), { size: "-1" });
  builtPatterns.set(pattern, built);
  return built;
}

function merge(one: JsonSchema, other: JsonSchema): JsonSchema {
  const properties = { ...recordOf(one.properties), ...recordOf(other.properties) };
  const required = [...listOf(one.required), ...listOf(other.required)];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function resolve(schema: unknown, root: JsonSchema): JsonSchema {
  const reference = recordOf(schema).$ref;
  return typeof reference === "string" ? recordOf(follow(root, reference)) : recordOf(schema);
}

function follow(root: JsonSchema, reference: string): unknown {
  let found: unknown = root;
  for (const part of reference.split("/").slice(1)) {
    found = recordOf(found)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return found;
}
