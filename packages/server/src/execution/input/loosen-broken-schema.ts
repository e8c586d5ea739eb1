import type { CatalogTool, JsonSchema } from "@bowline/catalog";
import { compileSchema } from "./compile-schema.ts";
import { isQuickToCompile } from "./is-quick-to-compile.ts";

/**
 * Lets a tool whose input schema cannot be compiled accept any object. Its server checks the input. A schema that takes long to compile
 * stays: the thread that compiles it later accepts any object if it cannot.
 */
export function loosenBrokenSchema(tool: CatalogTool): CatalogTool {
  return isUsable(tool.inputSchema) ? tool : { ...tool, inputSchema: { type: "object" } };
}

function isUsable(schema: JsonSchema): boolean {
  if (!isQuickToCompile(schema, JSON.stringify(schema))) {
    return true;
  }
  try {
    compileSchema(schema);
    return true;
  } catch {
    return false;
  }
}
