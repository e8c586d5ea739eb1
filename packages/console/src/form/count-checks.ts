import { followReference } from "./follow-reference.ts";
import { isObject, type JsonSchema } from "./json-schema.ts";

/** What these hold is checked for the same value as the schema that has them. */
const besides = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else"]);
/** What these hold is no schema. */
const literals = new Set(["enum", "const", "default", "examples"]);

/**
 * Counts how many schemas are checked for one value, at the place where they are most: alternatives of alternatives multiply, also in a short
 * schema. A recursive reference counts as one, since it leads to another value.
 */
export function countChecks(root: JsonSchema): number {
  const byReference = new Map<string, number>();
  let most = 0;
  const count = (value: unknown): number => {
    if (Array.isArray(value)) {
      return value.reduce((sum: number, one) => sum + count(one), 0);
    }
    if (!isObject(value)) {
      return 1;
    }
    let checks = 1;
    for (const [keyword, inner] of Object.entries(value)) {
      if (keyword === "$ref" && typeof inner === "string") {
        checks += countReferenced(inner);
      } else if (!literals.has(keyword)) {
        const checked = count(inner);
        checks += besides.has(keyword) ? checked : 0;
      }
    }
    most = Math.max(most, checks);
    return checks;
  };
  const countReferenced = (reference: string): number => {
    const known = byReference.get(reference);
    if (known !== undefined) {
      return known;
    }
    byReference.set(reference, 1);
    const counted = count(followReference(root, reference));
    byReference.set(reference, counted);
    return counted;
  };
  count(root);
  return most;
}
