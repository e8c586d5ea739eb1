/** Keywords of JSON Schema whose value is one schema. */
export const schemaKeywords: ReadonlySet<string> = new Set([
  "items",
  "additionalItems",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
]);

/** Keywords whose value is a list of schemas. */
export const listKeywords: ReadonlySet<string> = new Set(["oneOf", "anyOf", "allOf", "prefixItems"]);

/** Keywords whose value holds schemas by name. */
export const mapKeywords: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);
