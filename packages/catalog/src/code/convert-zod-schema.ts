import { z } from "zod";
import { DescriptionError } from "../description-error.ts";
import type { JsonSchema } from "../json-schema.ts";

/**
 * Converts a zod schema to JSON Schema 2020-12 of what it accepts.
 *
 * @throws DescriptionError when JSON Schema cannot express it, such as a `z.date()`
 */
export function convertZodSchema(schema: z.ZodType, place: string): JsonSchema {
  try {
    const { $schema: _, ...converted } = z.toJSONSchema(schema, {
      target: "draft-2020-12",
      io: "input",
      override: ({ jsonSchema }) => tidy(jsonSchema),
    });
    return converted;
  } catch (error) {
    throw new DescriptionError(`${place} has no JSON Schema: ${reasonOf(error)}`);
  }
}

/**
 * Whether a schema only checks, so that its JSON Schema says the same: it does not transform.
 *
 * @throws DescriptionError when it transforms
 */
export function checkNoTransform(schema: z.ZodType, place: string): void {
  try {
    z.toJSONSchema(schema, { io: "output" });
  } catch (error) {
    throw new DescriptionError(
      `${place} changes its value, which only the input of a tool with run may do: ${reasonOf(error)}`,
    );
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Removes what zod adds on its own and tells a model nothing. */
function tidy(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) {
    delete schema.maximum;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) {
    delete schema.minimum;
  }
  // The long pattern of a well-known format. Some use expressions that the linear engine does not have.
  if (schema.format !== undefined) {
    delete schema.pattern;
  }
  const { propertyNames } = schema;
  if (typeof propertyNames === "object" && JSON.stringify(propertyNames) === '{"type":"string"}') {
    delete schema.propertyNames;
  }
  if (schema.additionalProperties !== undefined && JSON.stringify(schema.additionalProperties) === "{}") {
    delete schema.additionalProperties;
  }
}
