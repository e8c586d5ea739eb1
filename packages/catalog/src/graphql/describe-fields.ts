import type { JsonSchema } from "../json-schema.ts";
import type { GraphqlSelection, GraphqlType } from "../tool.ts";

/** Describes the input that lists other fields than the default ones. */
export function describeFields({ type, types }: GraphqlSelection): JsonSchema {
  const nested = findNested(types[type], types);
  const example = nested === undefined ? "" : ` A dot leads into an object, such as \`${nested}\`.`;
  return {
    type: "array",
    description: `Fields of ${type} to return instead of the default ones.${example}`,
    items: {
      type: "string",
      pattern: "^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$",
      maxLength: 500,
    },
    minItems: 1,
    maxItems: 100,
  };
}

/** Finds an example of a field of a nested object, such as `owner.id`. An id comes first, since most objects have one. */
function findNested(type: GraphqlType | undefined, types: GraphqlSelection["types"]): string | undefined {
  const nested = Object.entries(type?.fields ?? {}).flatMap(([name, one]) => {
    const inner = Object.entries((one.type === undefined ? undefined : types[one.type])?.fields ?? {});
    const leaves = inner.filter(([, leaf]) => leaf.type === undefined).map(([leaf]) => leaf);
    const leaf = leaves.includes("id") ? "id" : leaves[0];
    return leaf === undefined ? [] : [`${name}.${leaf}`];
  });
  return nested.find((path) => path.endsWith(".id")) ?? nested[0];
}
