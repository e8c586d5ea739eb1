import type { JsonSchema } from "../src/json-schema.ts";

/**
 * Samples inputs that mostly match a schema, the same ones each time: with all members, with the required ones only, and with other
 * alternatives of enumerations and unions.
 */
export function sampleInputs(schema: JsonSchema, count: number): unknown[] {
  return Array.from({ length: count }, (_, variant) => sample(schema, { root: schema, variant, depth: 0 }));
}

interface Sampling {
  root: JsonSchema;
  /** Which alternatives are taken. */
  variant: number;
  depth: number;
}

function sample(schema: unknown, at: Sampling): unknown {
  if (typeof schema !== "object" || schema === null || at.depth > 8) {
    return at.variant % 2 === 0 ? "any" : 1;
  }
  const { $ref, oneOf, anyOf, enum: values, const: only, type } = schema as JsonSchema;
  const deeper = { ...at, depth: at.depth + 1 };
  if (typeof $ref === "string") {
    return sample(follow(at.root, $ref), deeper);
  }
  const choices = oneOf ?? anyOf ?? values;
  if (Array.isArray(choices) && choices.length > 0) {
    const chosen = choices[at.variant % choices.length];
    return choices === values ? chosen : sample(chosen, deeper);
  }
  if (only !== undefined) {
    return only;
  }
  const types = [type].flat();
  return sampleType(schema as JsonSchema, types[at.variant % types.length] ?? "object", deeper);
}

function sampleType(schema: JsonSchema, type: unknown, at: Sampling): unknown {
  switch (type) {
    case "object":
      return sampleObject(schema, at);
    case "array": {
      const length = Math.max(Number(schema.minItems ?? 0), at.variant % 3);
      return Array.from({ length }, (_, index) =>
        sample(schema.items ?? {}, { ...at, variant: at.variant + index }),
      );
    }
    case "integer":
    case "number":
      return Number(schema.minimum ?? 0) + at.variant;
    case "boolean":
      return at.variant % 2 === 0;
    case "null":
      return null;
    default:
      return sampleText(schema, at.variant);
  }
}

function sampleObject(schema: JsonSchema, at: Sampling): Record<string, unknown> {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = Object.entries((schema.properties ?? {}) as JsonSchema);
  const isTaken = (name: string, index: number) =>
    required.has(name) || at.variant % 3 === 0 || (at.variant % 3 === 1 && index % 2 === at.variant % 2);
  return Object.fromEntries(
    members
      .filter(([name], index) => isTaken(name, index))
      .map(([name, member], index) => [name, sample(member, { ...at, variant: at.variant + index })]),
  );
}

function sampleText({ format, pattern, minLength }: JsonSchema, variant: number): string {
  const formats: Record<string, string> = {
    "date-time": "2026-03-01T09:30:00Z",
    date: "2026-03-01",
    email: "ada@example.com",
    uri: "https://example.com/page",
    uuid: "123e4567-e89b-42d3-a456-426614174000",
  };
  const text =
    formats[String(format)] ?? (pattern === undefined ? "text" : variant % 2 === 0 ? "abc" : "0123");
  return text.padEnd(Number(minLength ?? 0), "x");
}

function follow(root: JsonSchema, reference: string): unknown {
  let found: unknown = root;
  for (const part of reference.split("/").slice(1)) {
    found = (found as JsonSchema | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return found;
}
