import { compactDefinition } from "@bowline/catalog";
import type { MetaToolInput } from "@bowline/contract";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { notFound } from "../../api-error.ts";
import { listToolSchemaRows } from "../../db/catalog/catalog-rows.ts";
import type { Deps } from "../../deps.ts";
import { checkPermitted } from "../../operations/permitted-tools.ts";
import { buildUnknownTool } from "../../operations/unknown-slugs.ts";
import type { ServedRequest } from "../served-request.ts";
import { renderJson } from "./render-json.ts";

/** Returns a tool with its input schema. @throws ApiError `NOT_FOUND`, `TOOL_NOT_PERMITTED` */
export async function getTool(
  deps: Deps,
  { caller }: ServedRequest,
  { toolSlug, schemas = "compact" }: MetaToolInput<"bowline_get_tool">,
): Promise<CallToolResult> {
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const tool = catalog.findTool(toolSlug);
  if (tool === undefined) {
    throw await buildUnknownTool(deps, caller, toolSlug);
  }
  await checkPermitted(deps.rows.toolsets, caller, tool);
  const [row] = await listToolSchemaRows(deps.db.kysely, [tool.toolId]);
  if (row === undefined) {
    throw notFound(`Tool "${toolSlug}"`);
  }
  const { slug, name, description, annotations, applicationSlug, requiresConnection, isDeprecated } =
    JSON.parse(tool.summaryJson);
  const whole = { name, description, annotations, inputSchema: JSON.parse(row.input_schema) };
  const definition = schemas === "full" ? whole : compactDefinition({ ...whole, isDeprecated });
  return renderJson({
    toolSlug: slug,
    applicationSlug,
    requiresConnection,
    ...(isDeprecated && { isDeprecated }),
    ...definition,
  });
}
