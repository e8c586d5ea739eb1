import type { CreatedApiKey } from "@bowline/sdk";
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
  const unused: number[] = [];
  for (const id of flags.client) {
    const needsBridge = known[id]?.supportedTransports.includes("http") !== true;
    const apiKey = await wait("Preparing", () => createKey(session, id, flags));
    const config = buildServer(session, url, needsBridge, apiKey?.apiKey, flags.toolset);
    const { success, path, error } = writeServer(id, config, flags);
    if (!success && apiKey !== null) {
      unused.push(apiKey.apiKeyId);
    }
    results.push({ client: id, path, isInstalled: success, error: error ?? null });
  }
  if (output.isJson) {
    output.printJson({ results });
  } else {
    for (const { client, path, isInstalled, error } of results) {
      output.writeLine(`${client}\t${isInstalled ? "installed" : cleanText(error ?? "failed")}\t${path}`);
    }
  }
  for (const apiKeyId of unused) {
    await session.bowline().apiKeys.delete(apiKeyId);
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

/** Creates the client's key. @returns null when the client signs in */
async function createKey(
  session: Session,
  id: string,
  { oauth, toolset, name }: InstallFlags,
): Promise<CreatedApiKey | null> {
  return oauth === true
    ? null
    : await session.bowline().apiKeys.create({ name: `${name} for ${id}`, toolsetId: toolset });
}

function buildServer(
  session: Session,
  url: string,
  needsBridge: boolean,
  apiKey: string | undefined,
  toolset: string | undefined,
): McpServerConfig {
  if (needsBridge) {
    const { command, args, env } = buildBridge(session, toolset);
    return { command, args, env: { ...env, ...(apiKey !== undefined && { BOWLINE_API_KEY: apiKey }) } };
  }
  return { type: "http", url, ...(apiKey !== undefined && { headers: { "x-api-key": apiKey } }) };
}

/** A file that this creates is only for its owner, as it may hold a key. */
function writeServer(id: string, config: McpServerConfig, { name, scope }: InstallFlags) {
  const before = process.umask(0o077);
  try {
    return upsertServer(id, name, config, { local: scope === "project", cwd: process.cwd() });
  } finally {
    process.umask(before);
  }
}
