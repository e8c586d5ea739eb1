import { agents, type McpServerConfig, upsertServer } from "add-mcp";
import { confirmOrStop } from "../../confirm.ts";
import { ReportedFailure, UsageError } from "../../errors.ts";
import { cleanText } from "../../output/clean-text.ts";
import type { Session } from "../../session.ts";
import { buildBridge, findMcpUrl } from "./read-target.ts";

export interface InstallFlags {
  /** Ids of add-mcp. */
  client: string[];
  toolset?: string;
  name: string;
  scope: "user" | "project";
  /** The client signs in. Else a key is created for it, limited to the toolset. */
  oauth?: boolean;
  yes?: boolean;
}

/** Writes the server into the configuration of clients, after showing what is written. */
export async function installMcp(session: Session, flags: InstallFlags): Promise<void> {
  const { output, wait } = session;
  const known: Record<string, { displayName: string; supportedTransports: string[] } | undefined> = agents;
  const unknown = flags.client.find((id) => !Object.hasOwn(known, id));
  if (unknown !== undefined || flags.client.length === 0) {
    throw new UsageError(
      `${unknown === undefined ? "Name" : `There is no client "${unknown}". Name`} one with --client: ${Object.keys(known).join(", ")}.`,
    );
  }
  const url = findMcpUrl(session, flags.toolset);
  const list = flags.client.map((id) => known[id]?.displayName ?? id).join(", ");
  const way = flags.oauth === true ? "They sign in." : "Each gets a new key.";
  await confirmOrStop(session, `Add "${flags.name}" (${url}) to ${list}? ${way}`, flags.yes);
  const results = [];
  for (const id of flags.client) {
    const needsBridge = known[id]?.supportedTransports.includes("http") !== true;
    const config = await wait("Preparing", () => buildServer(session, id, url, needsBridge, flags));
    const { success, path, error } = upsertServer(id, flags.name, config, {
      local: flags.scope === "project",
      cwd: process.cwd(),
    });
    results.push({ client: id, path, isInstalled: success, error: error ?? null });
  }
  if (output.isJson) {
    output.printJson({ results });
  } else {
    for (const { client, path, isInstalled, error } of results) {
      output.writeLine(`${client}\t${isInstalled ? "installed" : cleanText(error ?? "failed")}\t${path}`);
    }
  }
  const bridged = flags.client.filter((id) => known[id]?.supportedTransports.includes("http") !== true);
  if (flags.oauth === true && bridged.length > 0) {
    const option = flags.toolset === undefined ? "" : ` --toolset ${flags.toolset}`;
    output.note(`${bridged.join(", ")} cannot sign in. Run \`bowline mcp login${option}\` once.`);
  }
  if (results.some(({ isInstalled }) => !isInstalled)) {
    throw new ReportedFailure(1);
  }
}

async function buildServer(
  session: Session,
  id: string,
  url: string,
  needsBridge: boolean,
  { oauth, toolset, name }: InstallFlags,
): Promise<McpServerConfig> {
  if (oauth === true) {
    return needsBridge ? { ...buildBridge(session, toolset) } : { type: "http", url };
  }
  const { apiKey } = await session
    .bowline()
    .apiKeys.create({ name: `${name} for ${id}`, toolsetId: toolset });
  if (needsBridge) {
    const { command, args, env } = buildBridge(session, toolset);
    return { command, args, env: { ...env, BOWLINE_API_KEY: apiKey } };
  }
  return { type: "http", url, headers: { "x-api-key": apiKey } };
}
