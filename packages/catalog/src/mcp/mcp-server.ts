import type { JsonSchema } from "../json-schema.ts";
import type { McpEra } from "../tool.ts";

/** A tool as its server declares it. Only the types of its members have been checked. */
export interface McpToolDeclaration {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema?: unknown;
  outputSchema?: unknown;
  annotations?: Record<string, unknown> | undefined;
  /** How it can be called (only in revision 2025-11-25). */
  execution?: { taskSupport?: unknown } | undefined;
}

/** An MCP server's own description. */
export interface McpServerDescription {
  era: McpEra;
  /** Null when the server gives none. */
  name: string | null;
  /** The server's instructions for using it. */
  instructions: string | null;
  websiteUrl: string | null;
  tools: McpToolDeclaration[];
  /** Whether the server may have more tools than were read. */
  isCut: boolean;
  /** Whether the credentials that they were listed with occur in the tools, where they are masked. */
  isMasked: boolean;
}

/** The pinned members of a tool (decisions D68). */
export interface McpToolDefinition {
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema | null;
  annotations: Record<string, unknown>;
}
