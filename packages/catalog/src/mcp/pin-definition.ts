import { hash } from "node:crypto";
import { cleanTitle, removeInvisible } from "../remove-invisible.ts";
import { sortMembers } from "../sort-members.ts";
import { convertMcpOutput, convertMcpSchema } from "./convert-mcp-schema.ts";
import type { McpToolDeclaration, McpToolDefinition } from "./mcp-server.ts";

/** The pinned members of a declared tool: everything that a person or a model bases a decision on. */
export function readDefinition(declared: McpToolDeclaration): McpToolDefinition {
  const { name, title, description, inputSchema, outputSchema, annotations } = declared;
  return {
    title: cleanTitle(title ?? (typeof annotations?.title === "string" ? annotations.title : name)),
    description: removeInvisible(description ?? ""),
    inputSchema: convertMcpSchema(inputSchema),
    outputSchema: outputSchema === undefined || outputSchema === null ? null : convertMcpOutput(outputSchema),
    annotations: annotations ?? {},
  };
}

/** Returns the SHA-256 of a tool's declared definition as hexadecimal text. The order of members does not matter. */
export function hashDefinition({ title, description, ...declared }: McpToolDeclaration): string {
  const { inputSchema, outputSchema, annotations } = declared;
  const parts = [title, description, inputSchema, outputSchema, annotations];
  return hash("sha256", JSON.stringify(parts.map(sortMembers)), "hex");
}
