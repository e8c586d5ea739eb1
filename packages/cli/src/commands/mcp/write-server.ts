import { chmod, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type AgentConfig, type InstallResult, type McpServerConfig, upsertServer } from "add-mcp";
import { makeFolder } from "../../make-folder.ts";
import type { Output } from "../../output/output.ts";
import { checkInProject, keepEarlierConfig, readEarlierConfig } from "./earlier-config.ts";

/**
 * Writes a server into the configuration of a client, for the user or for the project in the working folder. A file that this creates is
 * only for its owner, as it may hold a key. So becomes one that gets a key.
 *
 * @returns `error` when it could not be written
 */
export async function writeServer(
  output: Output,
  agent: AgentConfig,
  config: McpServerConfig,
  { name, scope, holdsKey }: { name: string; scope: "user" | "project"; holdsKey: boolean },
): Promise<Pick<InstallResult, "success" | "path" | "error">> {
  const place = { local: scope === "project", cwd: process.cwd() };
  const path = findPath(agent, place);
  let earlier: string | null = null;
  if (path !== null) {
    try {
      // add-mcp makes folders in Node's own way, which may never end.
      await makeFolder(dirname(path), 0o700);
      if (place.local) {
        await checkInProject(path, place.cwd);
      }
      earlier = await readEarlierConfig(path, agent.format, findServersKey(agent, place.local));
      if (earlier !== null && holdsKey) {
        await chmod(path, 0o600);
      }
      if (agent.format === "toml" && earlier?.startsWith("\ufeff")) {
        // add-mcp cannot read it with a mark of the order of bytes. Its readers of JSON and YAML can.
        await writeFile(path, earlier.slice(1));
      }
    } catch (error) {
      return { success: false, path, error: error instanceof Error ? error.message : String(error) };
    }
  }
  const before = process.umask(0o077);
  try {
    const written = upsertServer(agent.name, name, config, place);
    const kept = written.success && earlier !== null ? await keepEarlierConfig(written.path, earlier) : null;
    if (kept !== null) {
      output.note(`${written.path} was written without its comments. ${kept} is the file with them.`);
    }
    return written;
  } finally {
    process.umask(before);
  }
}

/** The member of a client's file that holds its servers. */
const findServersKey = ({ configKey, localConfigKey }: AgentConfig, isLocal: boolean): string =>
  (isLocal ? localConfigKey : undefined) ?? configKey;

/** @returns null when the client has no file in a project */
function findPath(agent: AgentConfig, place: { local: boolean; cwd: string }): string | null {
  if (place.local && agent.localConfigPath === undefined) {
    return null;
  }
  const path = place.local ? join(place.cwd, agent.localConfigPath ?? "") : agent.configPath;
  return agent.resolveConfigPath?.(agent, place) ?? path;
}
