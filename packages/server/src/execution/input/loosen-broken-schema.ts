import type { CatalogTool, JsonSchema } from "@bowline/catalog";
import { compileSchema } from "./compile-schema.ts";

/** Lets a tool whose input schema cannot be compiled accept any object. Its server checks the input. */
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
