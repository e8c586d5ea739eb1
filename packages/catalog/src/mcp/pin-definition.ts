import { hash } from "node:crypto";
import { convertMcpSchema } from "./convert-mcp-schema.ts";
import type { McpToolDeclaration, McpToolDefinition } from "./mcp-server.ts";

/** What of a declared tool is pinned: all that a person or a model decides by. */
export function readDefinition(declared: McpToolDeclaration): McpToolDefinition {
  const { name, title, description, inputSchema, outputSchema, annotations } = declared;
  return {
    title: title ?? (typeof annotations?.title === "string" ? annotations.title : name),
    description: description ?? "",
    inputSchema: convertMcpSchema(inputSchema),
    outputSchema: outputSchema === undefined || outputSchema === null ? null : convertMcpSchema(outputSchema),
    annotations: annotations ?? {},
  };
}

/** SHA-256 of a tool's definition as it was declared, whatever the order of members. Hexadecimal. */
export function hashDefinition({ title, description, ...declared }: McpToolDeclaration): string {
  const { inputSchema, outputSchema, annotations } = declared;
  const parts = [title, description, inputSchema, outputSchema, annotations];
  return hash("sha256", JSON.stringify(parts.map(sortMembers)), "hex");
}

/** Servers are free to write members in any order. */
function sortMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return value ?? null;
  }
  if (Array.isArray(value)) {
    return value.map((item) => sortMembers(item));
  }
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]));
}
