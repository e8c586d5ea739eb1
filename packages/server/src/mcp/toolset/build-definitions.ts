import {
  compactDefinition,
  completeInput,
  describeForModel,
  type JsonSchema,
  mapInTurns,
} from "@bowline/catalog";
import { resultControls, type ToolsetSettings } from "@bowline/contract";
import type { Tool } from "@modelcontextprotocol/server";
import type { Kysely } from "kysely";
import type { ToolEntry } from "../../catalog/company-catalog.ts";
import { listInputSchemaRows } from "../../db/catalog/catalog-rows.ts";
import type { Schema } from "../../db/schema.ts";
import type { ToolsetRow } from "../../db/toolsets.ts";
import { hidePresets } from "../../execution/input/hide-presets.ts";
import { readName } from "../../execution/tool-names.ts";
import { findToolSettings, readSettings } from "../../execution/toolset-settings.ts";
import {
  buildDefinition,
  type DefinedTool,
  dropRefusedNames,
} from "../../operations/tools/build-definition.ts";
import { isObject } from "../../runtimes/is-object.ts";
import { describeInput } from "../results/describe-input.ts";
import type { OutputSchemas } from "./output-schemas.ts";

/** The argument of tools that return lists (decisions D63). */
export const resultsArgument = "_results";

/** Where definitions come from. */
export interface DefinitionSources {
  db: Kysely<Schema>;
  outputs: OutputSchemas;
}

/** So many schemas are read at once: those of a toolset's thousands would take longer than a statement may. */
const batchSize = 500;

/** Builds the definitions of tools for `tools/list`, in the given order (decisions D61). */
export async function buildDefinitions(
  sources: DefinitionSources,
  toolset: ToolsetRow,
  entries: readonly ToolEntry[],
): Promise<Tool[]> {
  const tools: Tool[] = [];
  for (let start = 0; start < entries.length; start += batchSize) {
    tools.push(...(await buildBatch(sources, toolset, entries.slice(start, start + batchSize))));
  }
  return tools;
}

async function buildBatch(
  { db, outputs }: DefinitionSources,
  toolset: ToolsetRow,
  entries: readonly ToolEntry[],
): Promise<Tool[]> {
  const rows = await listInputSchemaRows(
    db,
    entries.map(({ toolId }) => toolId),
  );
  const rowById = new Map(rows.map((row) => [row.tool_id, row]));
  const settings = readSettings(toolset);
  const stored = entries.flatMap((entry) => {
    const row = rowById.get(entry.toolId);
    return row === undefined ? [] : [{ entry, inputText: row.input_schema }];
  });
  const built = await mapInTurns(stored, ({ entry, inputText }) => ({
    entry,
    tool: buildTool(entry, JSON.parse(inputText), toolset, settings),
  }));
  const tools: Tool[] = [];
  for (const { entry, tool } of built) {
    const output = settings.outputSchemas ? await outputs.find(entry) : null;
    tools.push(output === null ? tool : { ...tool, outputSchema: output.schema });
  }
  return tools;
}

function buildTool(
  entry: ToolEntry,
  inputSchema: JsonSchema,
  toolset: ToolsetRow,
  settings: ToolsetSettings,
): Tool {
  const own = findToolSettings(toolset, entry.slug);
  const summary: DefinedTool & { isDeprecated: boolean } = JSON.parse(entry.summaryJson);
  const name = readName(toolset, entry.slug);
  const whole = hidePresets(inputSchema, Object.keys(own?.presets ?? {}));
  const built = buildDefinition("mcp", { ...summary, inputSchema: whole, outputSchema: null }) as Tool & {
    description: string;
    annotations: DefinedTool["annotations"];
  };
  const definition = { ...built, name };
  const shown =
    settings.schemas === "full"
      ? {
          ...definition,
          description: describeForModel(summary.name, summary.description, summary.isDeprecated),
          inputSchema: completeInput(whole),
        }
      : compactDefinition({
          ...definition,
          isDeprecated: summary.isDeprecated,
          inputSchema: dropRefusedNames(definition.inputSchema),
        });
  return {
    ...shown,
    ...(own?.description != null && { description: own.description }),
    inputSchema: {
      ...(hasResultControls(entry, inputSchema, settings)
        ? addResultControls(shown.inputSchema)
        : shown.inputSchema),
      type: "object",
    },
  };
}

/** Whether a tool takes `_results`: the toolset says so, the tool returns a list, and has no member of that name itself. */
export function hasResultControls(
  { resultsPath }: ToolEntry,
  { properties }: JsonSchema,
  settings: ToolsetSettings,
): boolean {
  const isTaken = isObject(properties) && Object.hasOwn(properties, resultsArgument);
  return settings.resultControls && resultsPath !== null && !isTaken;
}

let resultControlsSchema: JsonSchema | undefined;

function describeResultControls(): JsonSchema {
  resultControlsSchema ??= describeInput(resultControls);
  return resultControlsSchema;
}

const addResultControls = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: {
    ...(schema.properties as JsonSchema | undefined),
    [resultsArgument]: { ...describeResultControls(), description: "Shapes the list of results." },
  },
});
