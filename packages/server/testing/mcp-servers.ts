/** Test support: MCP servers on loopback, as the acceptance tests have them. */
export {
  type ModernServer,
  openModernServer,
  startEverythingServer,
  type TestMcpServer,
} from "@bowline/acceptance/mcp-server.ts";
