export { type McpBridgeOptions, readLines, runMcpBridge } from "./mcp-bridge.ts";
export { type McpServerEntry, writeClientConfig } from "./mcp-client-config.ts";
export {
  type McpClient,
  type McpCommandForm,
  type McpConfigForm,
  type McpLinkForm,
  mcpClients,
} from "./mcp-clients.ts";
export { canReach, writeInstallLink, writeSetUpCommand } from "./mcp-install-link.ts";
