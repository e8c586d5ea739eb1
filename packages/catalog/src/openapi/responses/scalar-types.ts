import { listOf, recordOf, type UncheckedRecord } from "../../record.ts";
import { typesOf } from "../schemas/schema-type.ts";

/** Returns the types that a schema permits, those of its alternatives included, without null. Empty when one may be a list or an object, or none is stated. */
export function scalarTypesOf(schema: UncheckedRecord): string[] {
  const alternatives = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].map(recordOf);
  const types = [schema, ...alternatives].flatMap(({ type }) => typesOf(type) ?? []);
  const values = types.filter((type) => type !== "null");
  return values.includes("object") || values.includes("array") ? [] : values;
}
