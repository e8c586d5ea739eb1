import type { FormSchema } from "./form-schema.ts";
import { isObject } from "./json-schema.ts";

/**
 * Adds the required objects that are missing, as empty ones: so what is missing in them is named, and one without required members is
 * sent as it is. One that is shown as a single field is added only when it may be empty.
 */
export function fillRequired(value: unknown, { schema, uiSchema }: FormSchema): unknown {
  if (!isObject(value) || schema.properties === undefined) {
    return value;
  }
  const filled = Object.entries(schema.properties).flatMap(([name, property]) => {
    if (typeof property === "boolean") {
      return [];
    }
    const shown = uiSchema[name] ?? {};
    const isFilled = property.type === "object" || shown["ui:options"]?.mayBeEmpty === true;
    const isMissing = value[name] === undefined && isFilled && schema.required?.includes(name);
    const before = isMissing === true ? {} : value[name];
    return before === undefined
      ? []
      : [[name, fillRequired(before, { schema: property, uiSchema: shown })] as const];
  });
  return { ...value, ...Object.fromEntries(filled) };
}
