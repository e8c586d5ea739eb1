import { auth, createMCPClient } from "@ai-sdk/mcp";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { auth as authOlder } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { MCPServerStreamableHttp } from "@openai/agents";
import type { MemoryProvider } from "./memory-provider.ts";

const info = { name: "Editor", version: "1" };

/** How an SDK signs in: an attempt, which is refused, and the redemption of what the browser brings back. */
export interface SigningIn {
  /** Connects, lists the tools and calls the one. Rejects when a person has to sign in first. */
  use(tool: string): Promise<{ names: string[]; output: string }>;
  finish(callback: URL): Promise<void>;
}

const call = (tool: string) => ({ name: tool, arguments: { itemId: 7 } });

/** The clients in use that have a sign-in of their own, by the name of the package. They call a tool that takes an `itemId`. */
export const signingClients: Record<string, (url: URL, memory: MemoryProvider) => SigningIn> = {
  "@modelcontextprotocol/client": (url, { provider }) => {
    const open = () => new ModernTransport(url, { authProvider: provider });
    let transport = open();
    return {
      async use(tool) {
        const client = new ModernClient(info, { capabilities: {} });
        transport = open();
        await client.connect(transport);
        const { tools } = await client.listTools();
        const result = await client.callTool(call(tool));
        await client.close();
        return { names: tools.map(({ name }) => name), output: JSON.stringify(result) };
      },
      finish: (callback) => transport.finishAuth(callback.searchParams),
    };
  },
  "@modelcontextprotocol/sdk": (url, { provider }) => {
    const open = () => new OlderTransport(url, { authProvider: provider as never });
    let transport = open();
    return {
      async use(tool) {
        const client = new OlderClient(info, { capabilities: {} });
        transport = open();
        await client.connect(transport as never);
        const { tools } = await client.listTools();
        const result = await client.callTool(call(tool));
        await client.close();
        return { names: tools.map(({ name }) => name), output: JSON.stringify(result) };
      },
      finish: (callback) => transport.finishAuth(callback.searchParams.get("code") ?? ""),
    };
  },
  "@ai-sdk/mcp": (url, { provider }) => ({
    async use(tool) {
      const client = await createMCPClient({
        transport: { type: "http", url: url.href, authProvider: provider as never },
      });
      const tools = await client.tools();
      const options = { toolCallId: "1", messages: [], context: {} };
      const result = await tools[tool]?.execute({ itemId: 7 }, options as never);
      await client.close();
      return { names: Object.keys(tools), output: JSON.stringify(result) };
    },
    async finish(callback) {
      const authorizationCode = callback.searchParams.get("code") ?? "";
      await auth(provider as never, { serverUrl: url, authorizationCode });
    },
  }),
  "@langchain/mcp-adapters": (url, { provider }) => ({
    async use(tool) {
      const client = new MultiServerMCPClient({
        useStandardContentBlocks: true,
        throwOnLoadError: true,
        mcpServers: { bowline: { url: url.href, authProvider: provider as never } },
      });
      const tools = await client.getTools();
      const output = await tools.find(({ name }) => name === tool)?.invoke({ itemId: 7 });
      await client.close();
      return { names: tools.map(({ name }) => name), output: JSON.stringify(output) };
    },
    finish: (callback) => redeem(provider, url, callback),
  }),
  "@openai/agents": (url, { provider }) => ({
    async use(tool) {
      const server = new MCPServerStreamableHttp({ url: url.href, name: "bowline", authProvider: provider });
      try {
        await server.connect();
        const tools = await server.listTools();
        const output = await server.callTool(tool, { itemId: 7 });
        return { names: tools.map(({ name }) => name), output: JSON.stringify(output) };
      } finally {
        await server.close();
      }
    },
    finish: (callback) => redeem(provider, url, callback),
  }),
};

/** These packages take the sign-in from the SDK, whose function redeems the code. */
async function redeem(provider: MemoryProvider["provider"], serverUrl: URL, callback: URL): Promise<void> {
  const authorizationCode = callback.searchParams.get("code") ?? "";
  await authOlder(provider as never, { serverUrl, authorizationCode });
}
