import { homedir } from "node:os";
import { join } from "node:path";
import { type AgentConfig, agents } from "add-mcp";

/** Finds the clients whose files can be written, by id: those of add-mcp, and Devin Desktop, which add-mcp does not know. */
export function findAgents(): Record<string, AgentConfig> {
  const known: Record<string, AgentConfig> = agents;
  // add-mcp writes only what is in its table.
  known.devin ??= describeDevin();
  return known;
}

function describeDevin(): AgentConfig {
  const { APPDATA } = process.env;
  const folder = process.platform === "win32" && APPDATA ? APPDATA : join(homedir(), ".config");
  return {
    name: "devin",
    displayName: "Devin Desktop",
    configPath: join(folder, "devin", "mcp_config.json"),
    localConfigPath: join(".devin", "mcp_config.json"),
    projectDetectPaths: [".devin"],
    configKey: "mcpServers",
    format: "json",
    supportedTransports: ["stdio", "http", "sse"],
    supportedFields: [],
    detectGlobalInstall: async () => false,
    transformConfig: (_name, { url, headers }) => ({ url, ...(headers !== undefined && { headers }) }),
  };
}
