import type { Toolset } from "@bowline/sdk";
import { isObject, type JsonSchema } from "../../form/json-schema.ts";

/** Input values that a toolset sends with every call of a tool, by their names. A call that names one is refused (decisions D65). */
export type Presets = Readonly<Record<string, unknown>>;

const none: Presets = {};

export const readPresets = (toolset: Toolset | null, toolSlug: string): Presets =>
  toolset?.settings?.tools?.[toolSlug]?.presets ?? none;

/** Returns the schema of what is left to fill in. */
export function dropPresets(schema: JsonSchema, presets: Presets): JsonSchema {
  if (Object.keys(presets).length === 0) {
    return schema;
  }
  const isLeft = (name: string) => !Object.hasOwn(presets, name);
  return {
    ...schema,
    ...(isObject(schema.properties) && {
      properties: Object.fromEntries(Object.entries(schema.properties).filter(([name]) => isLeft(name))),
    }),
    ...(Array.isArray(schema.required) && { required: schema.required.filter(isLeft) }),
  };
}
