import type { CatalogTool, JsonSchema } from "@bowline/catalog";
import { compileSchema } from "./compile-schema.ts";

/** A tool whose input schema cannot be compiled takes any object: its server checks the input itself. */
export function loosenBrokenSchema(tool: CatalogTool): CatalogTool {
  return isUsable(tool.inputSchema) ? tool : { ...tool, inputSchema: { type: "object" } };
}

function isUsable(schema: JsonSchema): boolean {
  try {
    compileSchema(schema);
    return true;
  } catch {
    return false;
  }
}
