import fc from "fast-check";
import { anyJson, anyText } from "./hostile-values.ts";
import type { JsonObject } from "./records.ts";

/** Values that exist on the server, by the name of the member that takes them. */
export type KnownValues = Record<string, readonly unknown[]>;

interface Surroundings {
  schemas: Record<string, JsonObject>;
  known: KnownValues;
  /** About one value in so many is hostile. */
  hostileOneIn: number;
}

/** Values that mostly match a JSON Schema; some are hostile. */
export function buildArbitrary(
  schema: JsonObject,
  around: Surroundings,
  name = "",
  depth = 0,
): fc.Arbitrary<unknown> {
  const known = around.known[name];
  const fitting = build(schema, around, depth);
  return fc.oneof(
    { weight: around.hostileOneIn, arbitrary: fitting },
    ...(known && known.length > 0
      ? [{ weight: around.hostileOneIn * 4, arbitrary: fc.constantFrom(...known) }]
      : []),
    { weight: 1, arbitrary: anyJson },
  );
}

function build(schema: JsonObject, around: Surroundings, depth: number): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, enum: values, const: only } = schema;
  if (typeof $ref === "string") {
    return build(findSchema($ref, around), around, depth);
  }
  const choices = (anyOf ?? oneOf) as JsonObject[] | undefined;
  if (choices) {
    return fc.oneof(...choices.map((choice) => build(choice, around, depth)));
  }
  if (Array.isArray(values)) {
    return fc.constantFrom(...values);
  }
  if (only !== undefined) {
    return fc.constant(only);
  }
  if (depth > 6) {
    return fc.constant(null);
  }
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return buildObject(schema, around, depth);
    case "array":
      return fc.array(buildArbitrary((schema.items ?? {}) as JsonObject, around, "", depth + 1), {
        maxLength: 4,
      });
    case "string":
      return buildText(schema);
    case "integer":
      return fc.integer({
        min: Number(schema.minimum ?? -3),
        max: Math.min(Number(schema.maximum ?? 1000), 2 ** 31 - 1),
      });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return anyJson;
  }
}

function buildObject(schema: JsonObject, around: Surroundings, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>;
  const required = new Set((schema.required ?? []) as string[]);
  const members = Object.entries(properties).map(([name, member]) =>
    fc
      .tuple(
        fc.constant(name),
        fc.integer({ min: 0, max: 19 }),
        buildArbitrary(member, around, name, depth + 1),
      )
      .map(([key, chance, value]): [string, unknown][] =>
        (required.has(key) ? chance > 0 : chance > 13) ? [[key, value]] : [],
      ),
  );
  const isOpen = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  const extra = fc.array(fc.tuple(anyText, anyJson), { maxLength: 2 });
  const extras = fc.oneof(
    { weight: isOpen ? 1 : around.hostileOneIn, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: extra },
  );
  return fc
    .tuple(fc.tuple(...members), extras)
    .map(([parts, more]) => Object.fromEntries([...parts.flat(), ...more]));
}

function buildText(schema: JsonObject): fc.Arbitrary<string> {
  const fitting: fc.Arbitrary<string>[] = [];
  if (schema.format === "date-time") {
    fitting.push(
      fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
        .map((date) => date.toISOString()),
    );
  }
  if (schema.format === "email") {
    fitting.push(fc.emailAddress());
  }
  if (schema.format === "uri") {
    fitting.push(fc.webUrl());
  }
  if (schema.format === "uuid") {
    fitting.push(fc.uuid());
  }
  if (fitting.length === 0) {
    fitting.push(fc.string({ maxLength: 20 }), fc.string({ unit: "grapheme", maxLength: 20 }));
  }
  return fc.oneof({ weight: 6, arbitrary: fc.oneof(...fitting) }, { weight: 1, arbitrary: anyText });
}

function findSchema(reference: string, { schemas }: Surroundings): JsonObject {
  const found = schemas[reference.slice(reference.lastIndexOf("/") + 1)];
  if (!found) {
    throw new Error(`The document has no ${reference}.`);
  }
  return found;
}
