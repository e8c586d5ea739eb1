export { type McpBridgeOptions, runMcpBridge } from "./mcp-bridge.ts";
export { type McpServerEntry, writeClientConfig } from "./mcp-client-config.ts";
export { type McpClient, type McpConfigForm, mcpClients } from "./mcp-clients.ts";
