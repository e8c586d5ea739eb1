import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { loadRealDocument } from "../packages/catalog/testing/load-real-document.ts";
import { callApi, type ListEnvelope } from "./api-client.ts";
import { type BowlineServer, startServer, stopServer } from "./bowline-server.ts";
import { stopProcess } from "./child-process.ts";
import { startDriver } from "./driver.ts";
import { type LoadFigures, measureLoad } from "./measure-load.ts";

const toolsetCount = 100;
const toolsInToolset = 50;

export interface AgentsOptions {
  /** Requests in one measurement. */
  count: number;
  note(progress: string): void;
}

/** What a toolset of fifty tools of GitHub costs a model, and `tools/list` the server. */
export interface AgentsReport {
  tools: number;
  /** Tokens (o200k_base) of one whole tool as `tools/list` sends it. */
  tokens: TokenFigures;
  /** The same of name, description and input schema alone, which is what many clients give to a model. */
  modelTokens: TokenFigures;
  /** Characters of all definitions, short and whole. */
  characters: { compact: number; full: number };
  toolsets: number;
  /** `tools/list` of a hundred toolsets in turn, one request at a time. */
  list: LoadFigures;
}

export interface TokenFigures {
  median: number;
  mean: number;
  max: number;
}

interface ListedTool {
  name: string;
  description: string;
  inputSchema: unknown;
}

/** Measures the definitions of tools for agents. It needs the npm registry once. */
export async function benchmarkAgents({ count, note }: AgentsOptions): Promise<AgentsReport> {
  note("fetching GitHub's description");
  const text = await loadRealDocument("github");
  const driver = await startDriver();
  const server = await startServer();
  try {
    note("importing it");
    const securitySchemes = { token: { type: "http", scheme: "bearer" } };
    await callApi(server, "POST", "/v1/applications", {
      source: "openapi",
      slug: "github",
      text,
      securitySchemes,
    });
    const { connectionId } = await callApi<{ connectionId: number }>(server, "POST", "/v1/connections", {
      applicationSlug: "github",
      fields: { token: "none" },
    });
    const { items } = await callApi<ListEnvelope<{ slug: string }>>(
      server,
      "GET",
      "/v1/tools?applicationSlug=github&top=1000&view=summary",
    );
    const slugs = items.map(({ slug }) => slug);
    note(`creating ${toolsetCount} toolsets`);
    const paths: string[] = [];
    for (let number = 0; number < toolsetCount; number++) {
      paths.push(await createToolset(server, connectionId, pickEvenly(slugs, number), "compact"));
    }
    const compact = await listTools(server, paths[0] ?? "");
    const full = await listTools(
      server,
      await createToolset(server, connectionId, pickEvenly(slugs, 0), "full"),
    );
    note("listing");
    const load = {
      origin: server.origin,
      method: "POST" as const,
      paths,
      headers: listHeaders(server),
      body: listBody,
      concurrency: 1,
      expect: "ok" as const,
    };
    await measureLoad(driver, server.pid, { ...load, count: toolsetCount });
    const list = await measureLoad(driver, server.pid, { ...load, count });
    const characters = { compact: JSON.stringify(compact).length, full: JSON.stringify(full).length };
    return {
      tools: compact.length,
      tokens: countTokens(compact),
      modelTokens: countTokens(compact.map(pickForModel)),
      characters,
      toolsets: toolsetCount,
      list,
    };
  } finally {
    await stopProcess(driver.child);
    await stopServer(server);
  }
}

/** Every so many tools, so that all parts of the API are among them. */
function pickEvenly(slugs: readonly string[], from: number): string[] {
  const step = Math.floor(slugs.length / toolsInToolset);
  return Array.from(
    { length: toolsInToolset },
    (_, index) => slugs[(from + index * step) % slugs.length] ?? "",
  );
}

async function createToolset(
  server: BowlineServer,
  connectionId: number,
  toolSlugs: string[],
  schemas: "compact" | "full",
): Promise<string> {
  const { toolsetId } = await callApi<{ toolsetId: string }>(server, "POST", "/v1/toolsets", {
    name: "Bench",
    connections: [{ connectionId, applicationSlug: "github", toolSlugs }],
    settings: { schemas },
  });
  return `/mcp/${toolsetId}`;
}

const listBody = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});

const listHeaders = (server: BowlineServer): Record<string, string> => ({
  "x-api-key": server.apiKey,
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/list",
});

async function listTools(server: BowlineServer, path: string): Promise<ListedTool[]> {
  const response = await fetch(server.origin + path, {
    method: "POST",
    headers: listHeaders(server),
    body: listBody,
  });
  const { result } = (await response.json()) as { result: { tools: ListedTool[] } };
  return result.tools;
}

const pickForModel = ({ name, description, inputSchema }: ListedTool) => ({ name, description, inputSchema });

function countTokens(tools: readonly unknown[]): TokenFigures {
  const counts = tools.map((tool) => encode(JSON.stringify(tool)).length).toSorted((a, b) => a - b);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return { median: counts[Math.floor(counts.length / 2)] ?? 0, mean, max: counts.at(-1) ?? 0 };
}
