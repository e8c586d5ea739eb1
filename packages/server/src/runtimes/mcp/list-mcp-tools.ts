import { isDeepStrictEqual } from "node:util";
import { type McpServerDescription, type McpToolDeclaration, mapInTurns } from "@bowline/catalog";
import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Access, PreparedCall } from "../runtime.ts";
import { maskText, maskValue } from "../secret-texts.ts";
import { McpCall, type McpSession } from "./mcp-call.ts";
import type { McpParts } from "./mcp-exchange.ts";
import { mcpListingLimits } from "./mcp-listing-limits.ts";

const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });
/** The client refuses a whole list for one tool that is wrong, so each is read by itself. */
const declaration = z.object({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  annotations: z.record(z.string(), z.unknown()).optional().catch(undefined),
  execution: z.object({ taskSupport: z.unknown() }).optional().catch(undefined),
});

/** The call that lists a server's tools; its output is an `McpServerDescription`. */
export function prepareToolListing(parts: McpParts, access: Access): PreparedCall {
  return new McpCall(parts, access, {
    method: "tools/list",
    params: {},
    era: null,
    run: async (session) => ({
      isError: false,
      output: await describeServer(session),
      isMasked: true,
      content: null,
    }),
  });
}

async function describeServer(session: McpSession): Promise<McpServerDescription> {
  const { client, secretTexts } = session;
  const { title, name, websiteUrl } = client.getServerVersion() ?? {};
  const mask = (text: string | undefined) => (text === undefined ? null : maskText(text, secretTexts));
  const hasTools = client.getServerCapabilities()?.tools !== undefined;
  return {
    era: client.getProtocolEra() === "modern" ? "modern" : "legacy",
    name: mask(title ?? name),
    instructions: mask(client.getInstructions()),
    websiteUrl: websiteUrl !== undefined && /^https?:\/\//.test(websiteUrl) ? mask(websiteUrl) : null,
    ...(hasTools ? await listTools(session) : { tools: [], isCut: false, isMasked: false }),
  };
}

async function listTools({
  client,
  options,
  secretTexts,
  exchange,
}: McpSession): Promise<Pick<McpServerDescription, "tools" | "isCut" | "isMasked">> {
  const tools: McpToolDeclaration[] = [];
  const seen = new Set<string>();
  const takeResult = keepResults(client);
  let isMasked = false;
  let cursor = "";
  for (let count = 0; count < mcpListingLimits.pages && tools.length < mcpListingLimits.tools; count++) {
    const params = cursor === "" ? {} : { cursor };
    await client.request({ method: "tools/list", params }, z.unknown(), options);
    const listed = page.parse(takeResult());
    const add = (one: unknown) => {
      const read = tools.length <= mcpListingLimits.tools ? declaration.safeParse(one) : null;
      if (read?.success) {
        const tool = maskValue(read.data, secretTexts) as McpToolDeclaration;
        isMasked ||= !isDeepStrictEqual(tool, read.data);
        tools.push(tool);
      }
    };
    const texts = exchange.takeToolTexts();
    // All at once would hold the event loop (decisions D75).
    await (texts === null
      ? mapInTurns(listed.tools, add)
      : mapInTurns(texts, (text) => add(JSON.parse(text))));
    // Some servers end their list with an empty cursor.
    cursor = listed.nextCursor ?? "";
    if (cursor === "") {
      const isCut = tools.length > mcpListingLimits.tools;
      return { tools: tools.slice(0, mcpListingLimits.tools), isCut, isMasked };
    }
    if (seen.has(cursor)) {
      break;
    }
    seen.add(cursor);
  }
  return { tools: tools.slice(0, mcpListingLimits.tools), isCut: true, isMasked };
}

/** Keeps the lists that come as they are, and gives the client empty ones that it accepts. */
function keepResults({ transport }: Client): () => unknown {
  let kept: unknown;
  const deliver = transport?.onmessage;
  if (transport !== undefined) {
    transport.onmessage = (message, extra) => {
      const result = "result" in message ? message.result : undefined;
      if (result === undefined || !("tools" in result)) {
        deliver?.(message, extra);
        return;
      }
      kept = result;
      const { resultType } = result;
      const empty = { tools: [], ttlMs: 0, cacheScope: "private", resultType };
      deliver?.({ ...message, result: empty }, extra);
    };
  }
  return () => {
    const taken = kept;
    kept = undefined;
    return taken;
  };
}
