import type { JsonSchema } from "../json-schema.ts";
import type { McpEra } from "../tool.ts";

/** A tool as its server declares it; nothing of it is checked but the kinds of its members. */
export interface McpToolDeclaration {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema?: unknown;
  outputSchema?: unknown;
  annotations?: Record<string, unknown> | undefined;
}

/** What an MCP server says of itself. */
export interface McpServerDescription {
  era: McpEra;
  /** Null: it did not say. */
  name: string | null;
  /** Its own words on what it is for. */
  instructions: string | null;
  websiteUrl: string | null;
  tools: McpToolDeclaration[];
}

/** What of a tool is pinned (decisions D68). */
export interface McpToolDefinition {
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema | null;
  annotations: Record<string, unknown>;
}
