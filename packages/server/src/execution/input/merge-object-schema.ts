import { type JsonSchema, readParts, splitPointer, type ToolContext } from "@bowline/catalog";
import { objectOf } from "../../runtimes/is-object.ts";

/** A tool's two schemas. */
export interface ToolSchemas {
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
}

/**
 * Builds a tool's schemas for one object (decisions D23). It removes the inputs that the object's name fills and adds the object's
 * fields at the places that the manifest names. It changes the schemas given.
 *
 * @param objectSchema the schema of the object's records; null: unknown
 */
export function mergeObjectSchema(
  { inputSchema, outputSchema }: ToolSchemas,
  context: ToolContext,
  objectSchema: JsonSchema | null,
): ToolSchemas {
  const properties = objectOf(inputSchema.properties);
  for (const name of context.inputs) {
    delete properties[name];
  }
  if (Array.isArray(inputSchema.required)) {
    inputSchema.required = inputSchema.required.filter((name) => !context.inputs.includes(name));
  }
  if (objectSchema === null) {
    return { inputSchema, outputSchema };
  }
  return {
    inputSchema: mergeAt(inputSchema, context.inputSchemaPath, objectSchema),
    outputSchema: mergeAt(outputSchema, context.outputSchemaPath, objectSchema),
  };
}

/** Changes nothing when the path does not exist in the schema. */
function mergeAt(root: JsonSchema, path: string | undefined, objectSchema: JsonSchema): JsonSchema {
  if (path === undefined) {
    return root;
  }
  const parts = splitPointer(path);
  const last = parts.pop();
  if (last === undefined) {
    return mergeSchemas(root, objectSchema);
  }
  const holder = readParts(root, parts);
  if (typeof holder === "object" && holder !== null && Object.hasOwn(holder, last)) {
    const place = holder as Record<string, unknown>;
    place[last] = mergeSchemas(objectOf(place[last]), objectSchema);
  }
  return root;
}

/** The object's own properties win. A reference cannot be merged, so both schemas must hold then. */
function mergeSchemas(general: JsonSchema, own: JsonSchema): JsonSchema {
  if (general.$ref !== undefined) {
    return { allOf: [general, own] };
  }
  const required = [general.required, own.required].flatMap((names) => (Array.isArray(names) ? names : []));
  return {
    ...general,
    ...own,
    properties: { ...objectOf(general.properties), ...objectOf(own.properties) },
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}
