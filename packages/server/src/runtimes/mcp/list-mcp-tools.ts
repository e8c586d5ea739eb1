import type { McpServerDescription, McpToolDeclaration } from "@bowline/catalog";
import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Access, PreparedCall } from "../runtime.ts";
import { McpCall } from "./mcp-call.ts";
import type { McpParts } from "./mcp-exchange.ts";

const maxTools = 2000;
const maxPages = 100;

const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
/** The client refuses a whole list for one tool that is wrong, so each is read by itself. */
const declaration = z.object({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
});

/** The call that lists a server's tools; its output is an `McpServerDescription`. */
export function prepareToolListing(parts: McpParts, access: Access): PreparedCall {
  return new McpCall(parts, access, {
    method: "tools/list",
    params: {},
    era: null,
    run: async (client, options) => ({
      isError: false,
      output: await describeServer(client, options),
      content: null,
    }),
  });
}

async function describeServer(client: Client, options: RequestOptions): Promise<McpServerDescription> {
  const { title, name, websiteUrl } = client.getServerVersion() ?? {};
  const hasTools = client.getServerCapabilities()?.tools !== undefined;
  return {
    era: client.getProtocolEra() === "modern" ? "modern" : "legacy",
    name: title ?? name ?? null,
    instructions: client.getInstructions() ?? null,
    websiteUrl: websiteUrl !== undefined && /^https?:\/\//.test(websiteUrl) ? websiteUrl : null,
    tools: hasTools ? await listTools(client, options) : [],
  };
}

async function listTools(client: Client, options: RequestOptions): Promise<McpToolDeclaration[]> {
  const tools: McpToolDeclaration[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let count = 0; count < maxPages && tools.length < maxTools; count++) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await client.request({ method: "tools/list", params }, page, options);
    for (const one of listed.tools) {
      const read = declaration.safeParse(one);
      if (read.success) {
        tools.push(read.data);
      }
    }
    cursor = listed.nextCursor;
    if (cursor === undefined || seen.has(cursor)) {
      break;
    }
    seen.add(cursor);
  }
  return tools.slice(0, maxTools);
}
