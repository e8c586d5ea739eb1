import type { JsonSchema, McpBinding } from "@bowline/catalog";
import type { Egress } from "../../egress/egress.ts";
import type { Runtime } from "../runtime.ts";
import { McpCall } from "./mcp-call.ts";
import { readToolResult } from "./read-tool-result.ts";

/** Runs tools of MCP servers, over Streamable HTTP (decisions D68). */
export function openMcpRuntime(egress: Egress): Runtime<McpBinding> {
  return {
    compile: ({ tool, era, inputSchema }) => ({
      prepare(access, input) {
        const params = { name: tool, arguments: { ...input } };
        return new McpCall(egress, access, {
          method: "tools/call",
          params,
          era,
          run: async (client, options) =>
            readToolResult(await client.callTool(params, { ...options, ...defineTool(tool, inputSchema) })),
        });
      },
    }),
  };
}

/** The client reads there which members of the input are sent as headers too. */
function defineTool(name: string, inputSchema: JsonSchema | undefined): { toolDefinition?: ToolDefinition } {
  return inputSchema === undefined
    ? {}
    : { toolDefinition: { name, inputSchema: { ...inputSchema, type: "object" } } };
}

interface ToolDefinition {
  name: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
}
