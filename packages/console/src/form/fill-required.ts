import type { RJSFSchema } from "@rjsf/utils";
import { isObject } from "./json-schema.ts";

/**
 * Adds the required objects that are missing, as empty ones: so what is missing in them is named, and one without required members is
 * sent as it is.
 */
export function fillRequired(value: unknown, schema: RJSFSchema): unknown {
  if (!isObject(value) || schema.properties === undefined) {
    return value;
  }
  const filled = Object.entries(schema.properties).flatMap(([name, property]) => {
    if (typeof property === "boolean") {
      return [];
    }
    const isMissing =
      value[name] === undefined && property.type === "object" && schema.required?.includes(name);
    const before = isMissing === true ? {} : value[name];
    return before === undefined ? [] : [[name, fillRequired(before, property)] as const];
  });
  return { ...value, ...Object.fromEntries(filled) };
}
