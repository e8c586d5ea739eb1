import type { JsonSchema } from "@bowline/catalog";
import { splitPointer } from "@bowline/catalog/json-pointer";
import { isObject } from "../../runtimes/is-object.ts";
import { followReferences } from "../input/follow-references.ts";
import { listCombinedSchemas } from "../input/list-combined-schemas.ts";

/** How deep a field may lie in a result, and how many properties are looked at: a schema may refer to itself. */
const maxDepth = 3;
const maxProperties = 1000;
const maxFields = 200;
/** Of one value, by references and `allOf`. */
const maxParts = 50;

/**
 * Lists the fields of a tool's results that are numbers by its output's schema, such as `id` and `owner.id`. One that a double does not hold
 * is a text in the output, and is compared as a number anyway (decisions D32).
 *
 * @param resultsPath where the results are in the output
 */
export function listNumberFields(outputSchema: JsonSchema, resultsPath: string | null): string[] {
  let list: unknown = outputSchema;
  for (const part of splitPointer(resultsPath ?? "")) {
    list = listProperties(list, outputSchema).find(([name]) => name === part)?.[1];
  }
  const search: Search = { root: outputSchema, fields: [], propertiesLeft: maxProperties };
  addFields(followReferences(list, outputSchema).items, [], search);
  return search.fields;
}

interface Search {
  root: JsonSchema;
  fields: string[];
  propertiesLeft: number;
}

/** @param path of the schema in a result */
function addFields(schema: unknown, path: readonly string[], search: Search): void {
  for (const [name, property] of listProperties(schema, search.root)) {
    if (search.fields.length >= maxFields || search.propertiesLeft-- <= 0) {
      return;
    }
    const own = [...path, name];
    if (isNumeric(listTypes(property, search.root))) {
      search.fields.push(own.join("."));
    } else if (own.length < maxDepth) {
      addFields(property, own, search);
    }
  }
}

/** Those of its parts and alternatives included: a number that may be null is often written as `anyOf`. */
const listTypes = (property: unknown, root: JsonSchema): unknown[] =>
  listCombinedSchemas([property], root, ["allOf", "anyOf", "oneOf"], maxParts).flatMap(
    ({ type }) => type ?? [],
  );

const isNumeric = (types: readonly unknown[]): boolean =>
  types.some((type) => type !== "null") &&
  types.every((type) => type === "integer" || type === "number" || type === "null");

/** Those of its `allOf` included. */
const listProperties = (schema: unknown, root: JsonSchema): [name: string, property: unknown][] =>
  listCombinedSchemas([schema], root, ["allOf"], maxParts).flatMap(({ properties }) =>
    isObject(properties) ? Object.entries(properties) : [],
  );
