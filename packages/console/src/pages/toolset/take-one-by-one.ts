import { isObject, type JsonSchema, readSchemas } from "../../form/json-schema.ts";
import { resolveSchema } from "../../form/resolve-schema.ts";

/** Rules about which members belong together. */
const joint = [
  "required",
  "dependentRequired",
  "dependentSchemas",
  "minProperties",
  "if",
  "then",
  "else",
  "not",
];

/** Returns an input schema in which each member may stand alone, as fixed inputs do. What is inside a member stays as it is. */
export function takeOneByOne(schema: JsonSchema): JsonSchema {
  const resolved = resolveSchema(schema, schema)?.schema ?? schema;
  const { $defs, definitions } = schema;
  return { ...loosen(resolved), $defs, definitions };
}

function loosen(schema: JsonSchema): JsonSchema {
  const { anyOf, oneOf, ...others } = schema;
  const loose = Object.fromEntries(Object.entries(others).filter(([keyword]) => !joint.includes(keyword)));
  // Branches that only said what is required say nothing now.
  const branches = [...readSchemas(anyOf), ...readSchemas(oneOf)]
    .map((branch) => (isObject(branch) ? loosen(branch) : branch))
    .filter((branch) => isObject(branch) && Object.keys(branch).length > 0);
  return branches.length === 0 ? loose : { ...loose, anyOf: branches };
}
