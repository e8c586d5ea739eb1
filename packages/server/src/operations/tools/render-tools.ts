import { describeForModel, mapInTurns } from "@bowline/catalog";
import type { DefinitionFormat } from "@bowline/contract";
import { invalidField } from "../../api-error.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import {
  listInputSchemaRows,
  listToolSchemaRows,
  type ToolSchemasRow,
} from "../../db/catalog/catalog-rows.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import { findToolSettings } from "../../execution/toolset-settings.ts";
import { adaptTool } from "./adapt-tool.ts";
import { buildDefinition } from "./build-definition.ts";

/** How much of a tool to return, and in which form (decisions D22, D50). */
export interface ToolView {
  /** Default: `full`. */
  view?: "full" | "input" | "summary" | undefined;
  /** Default: the tool's record. */
  format?: DefinitionFormat | undefined;
}

interface Sources {
  catalog: Pick<Catalog, "loadToolRecords">;
  db: Pick<Deps["db"], "kysely">;
}

type InputRow = Omit<ToolSchemasRow, "output_schema"> & Partial<ToolSchemasRow>;

/**
 * Renders tools as JSON, in the given order. Leaves out a tool that was deleted meanwhile.
 *
 * @param toolset its settings are applied; null: none
 * @throws ApiError `VALIDATION_ERROR` when a definition without its input schema is requested
 */
export async function renderTools(
  { catalog, db }: Sources,
  tools: readonly ToolEntry[],
  { view = "full", format }: ToolView,
  toolset: ToolsetRow | null,
): Promise<string[]> {
  if (format !== undefined && view === "summary") {
    throw invalidField(
      "view",
      "A definition always has its input schema. Leave out view, or send view=input.",
    );
  }
  if (view === "summary") {
    return adaptRecords(
      tools.map((tool) => tool.summaryJson),
      toolset,
    );
  }
  if (view === "full" && format === undefined) {
    return adaptRecords(await catalog.loadToolRecords(tools), toolset);
  }
  const hasOutputs = format === "mcp" && view === "full";
  const toolIds = tools.map((tool) => tool.toolId);
  const rows: InputRow[] = await (hasOutputs ? listToolSchemaRows : listInputSchemaRows)(db.kysely, toolIds);
  const rowById = new Map(rows.map((row) => [row.tool_id, row]));
  const stored = tools.flatMap(({ toolId, summaryJson }) => {
    const row = rowById.get(toolId);
    return row === undefined ? [] : [{ ...row, summaryJson }];
  });
  if (format === undefined) {
    const items = stored.map(
      ({ summaryJson, input_schema }) => `${summaryJson.slice(0, -1)},"inputSchema":${input_schema}}`,
    );
    return adaptRecords(items, toolset);
  }
  return mapInTurns(stored, ({ summaryJson, input_schema, output_schema = null }) =>
    renderDefinition(format, summaryJson, input_schema, output_schema, toolset),
  );
}

/** Applies a toolset's settings to tools that are JSON already. */
async function adaptRecords(items: string[], toolset: ToolsetRow | null): Promise<string[]> {
  if (toolset?.settings?.tools === undefined) {
    return items;
  }
  return mapInTurns(items, (item) => {
    const record = JSON.parse(item);
    const settings = findToolSettings(toolset, record.slug);
    return settings === null ? item : JSON.stringify(adaptTool(record, settings));
  });
}

function renderDefinition(
  format: DefinitionFormat,
  summaryText: string,
  inputText: string,
  outputText: string | null,
  toolset: ToolsetRow | null,
): string {
  const tool = JSON.parse(summaryText);
  const settings = findToolSettings(toolset, tool.slug);
  const definition = buildDefinition(format, {
    ...adaptTool(
      {
        ...tool,
        description: describeForModel(tool.name, tool.description, tool.isDeprecated),
        inputSchema: JSON.parse(inputText),
      },
      settings,
    ),
    name: tool.name,
    slug: settings?.name ?? tool.slug,
    outputSchema: outputText === null ? null : JSON.parse(outputText),
  });
  return JSON.stringify(definition);
}
