import type { JsonSchema } from "../json-schema.ts";
import { escapePointerSegment } from "../manifest/json-pointer.ts";
import { mapInTurns } from "../map-in-turns.ts";
import { nameOperations } from "../openapi/operation-names.ts";
import { cutAtSentence, humanize } from "../openapi/tool-text.ts";
import type { PublishedSlugs } from "../published-slug.ts";
import { isRecord } from "../record.ts";
import { cleanTitle } from "../remove-invisible.ts";
import type { CatalogTool, McpEra, ToolAnnotations } from "../tool.ts";
import type { McpServerDescription, McpToolDeclaration, McpToolDefinition } from "./mcp-server.ts";
import { hashDefinition, readDefinition } from "./pin-definition.ts";

/** Of the name that the server calls a tool by. */
const maxDeclaredLength = 1000;
const maxNameLength = 120;
const maxDescriptionLength = 4000;
const maxSchemaLength = 256 * 1024;
const maxDepth = 64;
const keyPrefix = "TOOL ";

export interface McpToolsInput {
  /** The application's slug. */
  slug: string;
  server: McpServerDescription;
  requiresConnection: boolean;
  /** Slugs of an earlier import, by `operationKey`. They are kept (decisions D20). */
  publishedSlugs: PublishedSlugs;
  /** Operation keys of tools that stay although the server has them no longer. No other tool gets their slugs. Default: none. */
  keptKeys?: readonly string[];
}

/** Builds the tools that an MCP server declares, in turns of the event loop. When two have the same name, the first is used. */
export async function buildMcpTools(input: McpToolsInput): Promise<{
  tools: CatalogTool[];
  skipped: { operation: string; reason: string }[];
}> {
  const skipped: { operation: string; reason: string }[] = [];
  const seen = new Set<string>();
  const reasons = await mapInTurns(input.server.tools, (tool) => {
    const reason = findRefusal(tool, input.server.era, seen);
    seen.add(tool.name);
    if (reason !== null) {
      skipped.push({ operation: cutAtSentence(cleanTitle(tool.name), maxNameLength), reason });
    }
    return reason;
  });
  const declared = input.server.tools.filter((_, index) => reasons[index] === null);
  const kept = (input.keptKeys ?? []).map((key) => key.slice(keyPrefix.length));
  const named = [...declared.map(({ name }) => name), ...kept];
  const names = nameOperations(
    input.slug,
    named.map((name) => ({ method: "TOOL", path: name, declaration: { operationId: name }, pathItem: {} })),
    input.publishedSlugs,
  );
  const tools = await mapInTurns(declared, (tool, index) => {
    const name = names[index];
    return name === undefined ? [] : [{ ...name, ...buildTool(tool, name.operation, input) }];
  });
  return { tools: tools.flat(), skipped };
}

/** Identifies a tool when the server's tools are listed again. */
const mcpOperationKey = (toolName: string): string => keyPrefix + toolName;

function findRefusal(tool: McpToolDeclaration, era: McpEra, seen: ReadonlySet<string>): string | null {
  if (tool.name === "") {
    return "The tool has no name.";
  }
  if (tool.name.length > maxDeclaredLength || tool.name.includes("\0") || !tool.name.isWellFormed()) {
    return "Its name is too long, or has characters that cannot be stored.";
  }
  if (seen.has(tool.name)) {
    return "The server declares a tool of this name twice; the first counts.";
  }
  if (era === "legacy" && tool.execution?.taskSupport === "required") {
    return "It runs as a task only, which is not supported here.";
  }
  if (isDeeper([tool.inputSchema, tool.outputSchema, tool.annotations], maxDepth)) {
    return `Its definition is nested more than ${maxDepth} levels deep.`;
  }
  const length = JSON.stringify([tool.inputSchema ?? null, tool.outputSchema ?? null]).length;
  return length > maxSchemaLength ? `Its schemas are larger than ${maxSchemaLength} characters.` : null;
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  return depth === 0 || Object.values(value).some((member) => isDeeper(member, depth - 1));
}

function buildTool(
  declared: McpToolDeclaration,
  operation: string,
  { server, requiresConnection }: McpToolsInput,
): Omit<CatalogTool, "slug" | "operation"> {
  const definition = readDefinition(declared);
  const { title, description, inputSchema, outputSchema } = definition;
  return {
    operationKey: mcpOperationKey(declared.name),
    name: cutAtSentence(title || humanize(operation), maxNameLength),
    description: cutAtSentence(
      description.trim() || describeByTitle(declared.name, title),
      maxDescriptionLength,
    ),
    inputSchema,
    outputSchema: outputSchema ?? {},
    annotations: readAnnotations(definition),
    scopes: [],
    tags: [],
    contextType: null,
    resultsPath: findResultsPath(outputSchema),
    requiresConnection,
    isDeprecated: false,
    binding: bind(declared, server.era),
  };
}

/** Many models see no title. One that is the tool's name says nothing that they do not see. */
const describeByTitle = (name: string, title: string): string => (title === name ? "" : title);

/** Where inputs are sent as headers, the schema stays as declared: in a converted one the client may find the mark where it may not stand. */
function bind(declared: McpToolDeclaration, era: McpEra): CatalogTool["binding"] {
  const { name: tool, inputSchema } = declared;
  const binding = { kind: "mcp" as const, tool, era, pin: hashDefinition(declared) };
  return isRecord(inputSchema) && JSON.stringify(inputSchema).includes('"x-mcp-header"')
    ? { ...binding, inputSchema }
    : binding;
}

/** A missing hint has MCP's default, which is the cautious value. */
function readAnnotations({ annotations }: McpToolDefinition): ToolAnnotations {
  const isReadOnly = annotations.readOnlyHint === true;
  return {
    readOnlyHint: isReadOnly,
    destructiveHint: !isReadOnly && annotations.destructiveHint !== false,
    idempotentHint: isReadOnly || annotations.idempotentHint === true,
    openWorldHint: annotations.openWorldHint !== false,
  };
}

/** The output itself if it is a list, or the only list among its members; null when there is none or more than one. */
function findResultsPath(outputSchema: JsonSchema | null): string | null {
  if (outputSchema?.type === "array") {
    return "";
  }
  const lists = Object.entries((outputSchema?.properties ?? {}) as Record<string, { type?: unknown }>).filter(
    ([, schema]) => schema.type === "array",
  );
  const [name] = lists[0] ?? [];
  return lists.length === 1 && name !== undefined ? `/${escapePointerSegment(name)}` : null;
}
