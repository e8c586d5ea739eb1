import { z } from "zod";

type SchemaObject = Record<string, unknown>;

/** Converts zod schemas to JSON Schema. Named schemas are collected as components and referenced. */
export interface SchemaCollector {
  /** The schema, or a reference to its component. */
  convert(schema: z.ZodType): SchemaObject;
  /** The collected components by name, in alphabetical order. */
  components(): Record<string, SchemaObject>;
}

export function createSchemaCollector(): SchemaCollector {
  const collected = new Map<string, SchemaObject>();
  return {
    convert(schema) {
      // Zod puts a named schema into `$defs` only when it is a member of another schema.
      const converted = z.toJSONSchema(z.object({ it: schema }), {
        io: "input",
        override: dropInternals,
      }) as unknown as {
        properties: { it: SchemaObject };
        $defs?: Record<string, SchemaObject>;
      };
      for (const [name, definition] of Object.entries(converted.$defs ?? {})) {
        collected.set(name, pointToComponents(definition));
      }
      return pointToComponents(converted.properties.it);
    },
    components: () => Object.fromEntries([...collected].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Drops `id`, which is not a JSON Schema keyword, and zod's default integer bounds of ±2^53. Calls whole numbers integers. */
function dropInternals({ jsonSchema }: { jsonSchema: SchemaObject }): void {
  delete jsonSchema.id;
  if (Number.isInteger(jsonSchema.const)) {
    jsonSchema.type = "integer";
  }
  for (const bound of ["minimum", "maximum"]) {
    if (Math.abs(Number(jsonSchema[bound])) === Number.MAX_SAFE_INTEGER) {
      delete jsonSchema[bound];
    }
  }
  if (jsonSchema.type === "integer" && jsonSchema.maximum === 2 ** 31 - 1) {
    jsonSchema.format = "int32";
    delete jsonSchema.maximum;
    if (jsonSchema.minimum === -(2 ** 31)) {
      delete jsonSchema.minimum;
    }
  }
}

function pointToComponents(schema: SchemaObject): SchemaObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
