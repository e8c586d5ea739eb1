import type { JsonSchema, McpBinding } from "@bowline/catalog";
import type { Runtime } from "../runtime.ts";
import { buildResponses, readQuestion } from "./caller-dialog.ts";
import { McpCall } from "./mcp-call.ts";
import type { McpParts } from "./mcp-exchange.ts";
import { readToolResult } from "./read-tool-result.ts";

/** Runs tools of MCP servers, over Streamable HTTP (decisions D68). */
export function openMcpRuntime(parts: McpParts): Runtime<McpBinding> {
  return {
    compile: ({ tool, era, inputSchema }) => ({
      prepare(access, input) {
        const params = { name: tool, arguments: { ...input } };
        return new McpCall(parts, access, {
          method: "tools/call",
          params,
          era,
          async run({ client, options, dialog }) {
            const allowInputRequired = dialog !== undefined;
            const result = await client.callTool(
              { ...params, ...buildResponses(dialog) },
              { ...options, toolDefinition: defineTool(tool, inputSchema), allowInputRequired },
            );
            const question = readQuestion(result);
            return question === null ? readToolResult(result) : { question };
          },
        });
      },
    }),
  };
}

/** The client reads there which members of the input are sent as headers too. Without it, the client would list the tools and call again by itself. */
const defineTool = (name: string, inputSchema: JsonSchema | undefined): ToolDefinition => ({
  name,
  inputSchema: { ...inputSchema, type: "object" },
});

interface ToolDefinition {
  name: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
}
