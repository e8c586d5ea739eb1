import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createMCPClient } from "@ai-sdk/mcp";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { getAllMcpTools, MCPServerStreamableHttp } from "@openai/agents";

/** The address of an MCP endpoint and the headers that a person would configure for it. */
export interface McpAddress {
  url: string;
  headers: Record<string, string>;
}

/** What a client shows of a tool to its model. */
export interface ShownTool {
  name: string;
  description: string;
  /** Names of the input's members. */
  members: string[];
}

/** A client in use, as the tests drive it. */
export interface McpClient {
  list(): Promise<ShownTool[]>;
  /** Returns the text that the model gets. */
  call(name: string, input: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

interface ListedTool {
  name: string;
  description?: string | undefined;
  inputSchema: { properties?: object | undefined };
}

const info = { name: "acceptance", version: "1" };

/** Connects to an MCP endpoint with each of the clients that people use, by the name of its package. */
export const mcpClients: Record<string, (address: McpAddress) => Promise<McpClient>> = {
  "@modelcontextprotocol/client": connectModernClient,
  "@modelcontextprotocol/sdk": connectOlderClient,
  "@modelcontextprotocol/inspector": (address) => Promise.resolve(createInspector(address)),
  "@langchain/mcp-adapters": connectLangChain,
  "@ai-sdk/mcp": connectAiSdk,
  "@openai/agents": connectOpenAiAgents,
};

async function connectModernClient({ url, headers }: McpAddress): Promise<McpClient> {
  // As it comes: the client finds out which revision the server has.
  const client = new ModernClient(info, { capabilities: {} });
  await client.connect(new ModernTransport(new URL(url), { requestInit: { headers } }));
  return {
    list: async () => (await client.listTools()).tools.map(showTool),
    call: async (name, input) => readText(await client.callTool({ name, arguments: input })),
    close: () => client.close(),
  };
}

async function connectOlderClient({ url, headers }: McpAddress): Promise<McpClient> {
  const client = new OlderClient(info, { capabilities: {} });
  await client.connect(new OlderTransport(new URL(url), { requestInit: { headers } }) as never);
  return {
    list: async () => (await client.listTools()).tools.map(showTool),
    call: async (name, input) => readText(await client.callTool({ name, arguments: input })),
    close: () => client.close(),
  };
}

/** Runs the Inspector's command line, once for each request. */
function createInspector({ url, headers }: McpAddress): McpClient {
  const main = createRequire(import.meta.url).resolve(
    "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  );
  const run = async (...args: string[]) => {
    const home = await mkdtemp(join(tmpdir(), "bowline-inspector-"));
    const sent = Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [main, "--cli", url, "--transport", "http", ...sent, ...args],
        { env: { PATH: process.env.PATH, HOME: home }, timeout: 120_000 },
      );
      return JSON.parse(stdout);
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      throw new Error(`${stdout}\n${stderr}`);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  };
  return {
    list: async () => (await run("--method", "tools/list")).tools.map(showTool),
    call: async (name, input) => {
      const members = Object.entries(input).flatMap(([member, value]) => [
        "--tool-arg",
        `${member}=${JSON.stringify(value)}`,
      ]);
      return readText(await run("--method", "tools/call", "--tool-name", name, ...members));
    },
    close: async () => {},
  };
}

async function connectLangChain({ url, headers }: McpAddress): Promise<McpClient> {
  const client = new MultiServerMCPClient({ bowline: { url, headers } });
  const tools = await client.getTools();
  return {
    list: async () =>
      tools.map(({ name, description, schema }) =>
        showTool({ name, description, inputSchema: schema as ListedTool["inputSchema"] }),
      ),
    call: async (name, input) => {
      const output = await tools.find((tool) => tool.name === name)?.invoke(input);
      // With structured content, the output is an object that has the text as a member.
      return typeof output === "string" ? output : (output?.text ?? JSON.stringify(output));
    },
    close: () => client.close(),
  };
}

async function connectAiSdk({ url, headers }: McpAddress): Promise<McpClient> {
  const client = await createMCPClient({ transport: { type: "http", url, headers } });
  const { tools: listed } = await client.listTools();
  const tools = await client.tools();
  return {
    list: async () => listed.map(showTool),
    call: async (name, input) => {
      const options = { toolCallId: "1", messages: [], context: {} };
      return readText(await tools[name]?.execute(input, options as never));
    },
    close: () => client.close(),
  };
}

async function connectOpenAiAgents({ url, headers }: McpAddress): Promise<McpClient> {
  const server = new MCPServerStreamableHttp({ url, name: "bowline", requestInit: { headers } });
  await server.connect();
  return {
    list: async () => {
      // The tools as an agent gets them, with the strict schemas that its models take.
      const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true });
      return tools.flatMap((tool) =>
        tool.type === "function"
          ? [
              showTool({
                name: tool.name,
                description: tool.description,
                inputSchema: tool.parameters,
              }),
            ]
          : [],
      );
    },
    call: async (name, input) => readText({ content: await server.callTool(name, input) }),
    close: () => server.close(),
  };
}

const showTool = ({ name, description = "", inputSchema }: ListedTool): ShownTool => ({
  name,
  description,
  members: Object.keys(inputSchema.properties ?? {}),
});

function readText(result: unknown): string {
  const { content } = result as { content: { type: string; text?: string }[] };
  return content.map(({ text = "" }) => text).join("\n");
}
