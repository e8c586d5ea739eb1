import { z } from "zod";
import { DescriptionError } from "../description-error.ts";
import type { JsonSchema } from "../json-schema.ts";

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
    override: ({ jsonSchema }) => tidy(jsonSchema),
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

/** Formats that say what their long pattern says. Some patterns use expressions that the linear engine does not have. */
const toldFormats = new Set("date date-time duration emoji hostname ipv4 ipv6 time uri uuid".split(" "));

/** Whether a pattern says no more than the format. An e-mail address may have a pattern of the application's own. */
const hasUsualPattern = ({ format, pattern }: JsonSchema): boolean =>
  format === "email" ? pattern === z.regexes.email.source : toldFormats.has(String(format));

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
