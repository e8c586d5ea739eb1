import type { JsonSchema } from "@bowline/catalog";
import { z } from "zod";

/** Describes an input of our own as JSON Schema. */
export function describeInput(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input", override: dropInt32Limits });
  return described as JsonSchema;
}

/** Limits that say no more than "a 32-bit integer" cost a model tokens. */
function dropInt32Limits({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === 2_147_483_647) {
    delete jsonSchema.maximum;
  }
  if (jsonSchema.minimum === -2_147_483_648) {
    delete jsonSchema.minimum;
  }
}
