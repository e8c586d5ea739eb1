import { z } from "zod";

type SchemaObject = Record<string, unknown>;

/** Turns zod schemas into JSON Schema; named ones are collected as components and referred to. */
export interface SchemaCollector {
  /** The schema, or a reference to its component. */
  convert(schema: z.ZodType): SchemaObject;
  /** By name, in alphabetical order. */
  components(): Record<string, SchemaObject>;
}

export function createSchemaCollector(): SchemaCollector {
  const collected = new Map<string, SchemaObject>();
  return {
    convert(schema) {
      // As a member, a named schema is referred to like any other one.
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

/** `id` names the component and is no keyword; 2^53 as a bound of whole numbers says nothing. */
function dropInternals({ jsonSchema }: { jsonSchema: SchemaObject }): void {
  delete jsonSchema.id;
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
