import { z } from "zod";
import { DescriptionError } from "../description-error.ts";
import type { JsonSchema } from "../json-schema.ts";
import { isComputed, listFlaggedPatterns } from "./zod-rules.ts";

/**
 * Converts a zod schema to JSON Schema 2020-12 of what it accepts. It refers only to its own `$defs`.
 *
 * @throws DescriptionError when JSON Schema cannot express it, such as a `z.date()`
 */
export function convertZodSchema(schema: z.ZodType, place: string): JsonSchema {
  try {
    const { $schema: _, ...converted } = convert(schema);
    return refersToItself(converted) ? convertRecursive(schema) : converted;
  } catch (error) {
    throw new DescriptionError(`${place} has no JSON Schema: ${reasonOf(error)}`);
  }
}

const convert = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema);
      leaveOutUntrue(jsonSchema, zodSchema);
    },
  });

/** Whether the whole schema is referred to by one of its parts, or is itself a reference. */
const refersToItself = (converted: JsonSchema): boolean =>
  converted.$ref !== undefined || JSON.stringify(converted).includes('"$ref":"#"');

/** Inside of another schema, what would be `#` is a definition. */
function convertRecursive(schema: z.ZodType): JsonSchema {
  const { properties, $defs } = convert(z.object({ whole: schema }));
  const definitions = ($defs ?? {}) as { [name: string]: JsonSchema };
  const { whole = {} } = properties as { [name: string]: JsonSchema };
  const name = typeof whole.$ref === "string" ? whole.$ref.replace("#/$defs/", "") : "";
  return { ...(definitions[name] ?? whole), $defs: definitions };
}

/** Whether an object takes unknown members, as that of `z.looseObject` does. */
export const isLoose = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodUnknown;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Formats that say what their long pattern says. Some patterns use expressions that the linear engine does not have. */
const toldFormats = new Set("date date-time duration emoji hostname ipv4 ipv6 time uri uuid".split(" "));

/** Whether a pattern says no more than the format. An e-mail address may have a pattern of the application's own. */
const hasUsualPattern = ({ format, pattern }: JsonSchema): boolean =>
  format === "email" ? pattern === z.regexes.email.source : toldFormats.has(String(format));

/** Removes what JSON Schema would say otherwise than zod does: a pattern whose flags it lacks, and the first value of a default that is computed anew. */
function leaveOutUntrue(schema: JsonSchema, zodSchema: z.core.$ZodType): void {
  const flagged = listFlaggedPatterns(zodSchema);
  if (typeof schema.pattern === "string" && flagged.has(schema.pattern)) {
    delete schema.pattern;
  }
  if (Array.isArray(schema.allOf) && flagged.size > 0) {
    const rest = schema.allOf.filter((part) => !flagged.has(String((part as JsonSchema).pattern)));
    delete schema.allOf;
    Object.assign(schema, rest.length > 0 && { allOf: rest });
  }
  if (schema.default !== undefined && isComputed(zodSchema)) {
    delete schema.default;
  }
}

/** Removes what zod adds on its own and tells a model nothing. */
function tidy(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) {
    delete schema.maximum;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) {
    delete schema.minimum;
  }
  if (hasUsualPattern(schema)) {
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
