/** A JSON Schema that is an object. What its members hold is checked where they are read. */
export type JsonSchema = { [keyword: string]: unknown };

export const isObject = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A schema may also be `true` or `false`. */
export const isSchema = (value: unknown): value is JsonSchema | boolean =>
  typeof value === "boolean" || isObject(value);

export const readSchemas = (value: unknown): (JsonSchema | boolean)[] =>
  Array.isArray(value) ? value.filter(isSchema) : [];

export const readProperties = (schema: JsonSchema): [string, JsonSchema | boolean][] =>
  isObject(schema.properties)
    ? Object.entries(schema.properties).filter((entry): entry is [string, JsonSchema | boolean] =>
        isSchema(entry[1]),
      )
    : [];

export const readRequired = (schema: JsonSchema): string[] =>
  Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];

export const readText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/**
 * Reads a title that is written for people. Generators also write the names of their own types there, which would hide the member's
 * name.
 */
export function readTitle({ title }: JsonSchema): string | undefined {
  const text = readText(title);
  return text !== undefined && /^[\w.$]*[_.$][\w.$]*$/.test(text) ? undefined : text;
}

export const readNumber = (value: unknown): number | undefined =>
  typeof value === "number" ? value : undefined;

/** The types without `null`. Guessed from the keywords when there is no `type`. */
export function listTypes(schema: JsonSchema): string[] {
  if (schema.type !== undefined) {
    const types = [schema.type].flat().filter((type) => typeof type === "string");
    // Every integer is a number.
    return types.filter((type) => type !== "null" && !(type === "integer" && types.includes("number")));
  }
  if (isObject(schema.properties) || isObject(schema.additionalProperties)) {
    return ["object"];
  }
  if (schema.items !== undefined || schema.prefixItems !== undefined) {
    return ["array"];
  }
  const hasAny = (...keywords: string[]) => keywords.some((keyword) => schema[keyword] !== undefined);
  if (hasAny("pattern", "minLength", "maxLength", "format")) {
    return ["string"];
  }
  return hasAny("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") ? ["number"] : [];
}

/** Whether the schema allows nothing but null. */
export function isNullOnly(schema: JsonSchema | boolean): boolean {
  if (typeof schema === "boolean") {
    return false;
  }
  const { type, const: only, enum: values } = schema;
  return (
    type === "null" ||
    only === null ||
    (Array.isArray(type) && type.every((one) => one === "null")) ||
    (Array.isArray(values) && values.length > 0 && values.every((value) => value === null))
  );
}
