import type { JsonSchema } from "../json-schema.ts";
import { countValues } from "./count-values.ts";

/** A longer list of values costs a model more than a call with a wrong value. Countries and months are shorter. */
const maxListLength = 1000;

/**
 * Leaves out an enumeration of more than 1,000 characters and describes it instead: with a part of its values, `enum` would refuse the
 * others. Null: the schema has no such enumeration.
 *
 * @returns the schema without `enum`, and a sentence with the number of values and some of them
 */
export function shortenEnumeration(schema: JsonSchema): { schema: JsonSchema; told: string } | null {
  const { enum: values, ...others } = schema;
  if (!Array.isArray(values) || !isLongerThan(maxListLength, values)) {
    return null;
  }
  const types = listTypes(values);
  return {
    schema: { ...(types !== null && others.type === undefined && { type: types }), ...others },
    told: `One of ${countValues(values)}. The error for a wrong value names those nearest to it.`,
  };
}

function isLongerThan(length: number, values: readonly unknown[]): boolean {
  let left = length;
  return values.some((value) => {
    left -= JSON.stringify(value).length + 1;
    return left < 0;
  });
}

/** The types of the values. Null: one is a list or an object. */
function listTypes(values: readonly unknown[]): string | string[] | null {
  const types = [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
  if (types.includes("object")) {
    return null;
  }
  return types.length === 1 ? types.join() : types;
}
