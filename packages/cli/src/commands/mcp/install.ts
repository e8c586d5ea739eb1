import type { CreatedApiKey } from "@bowline/sdk";
import { mcpClients } from "@bowline/sdk/mcp";
import type { AgentConfig, McpServerConfig } from "add-mcp";
import { confirmOrStop } from "../../confirm.ts";
import { ReportedFailure, UsageError } from "../../errors.ts";
import { finishBeforeStop } from "../../finish-before-stop.ts";
import { cleanText } from "../../output/clean-text.ts";
import type { Output } from "../../output/output.ts";
import type { Session } from "../../session.ts";
import { findAgents } from "./find-agents.ts";
import { buildBridge, findMcpUrl } from "./read-target.ts";
import { writeServer } from "./write-server.ts";

export interface InstallFlags {
  /** Ids of `findAgents`. */
  client: string[];
  toolset?: string;
  name: string;
  scope: "user" | "project";
  /** The client signs in. Else a key is created for it, limited to the toolset. */
  oauth?: boolean;
  yes?: boolean;
}

/** What became of one client. */
interface Installed {
  client: string;
  /** Its file. */
  path: string;
  /** Why it was not written; null: it was. */
  error: string | null;
  /** The key that the file got. */
  apiKey: CreatedApiKey | null;
  /** What the file has instead of a key, which the client replaces. */
  reference: string | null;
}

/** Writes the server into the configuration of clients, after showing what is written. */
export async function installMcp(session: Session, flags: InstallFlags): Promise<void> {
  const { output } = session;
  const known = findAgents();
  checkClients(flags.client, Object.keys(known));
  const url = findMcpUrl(session, flags.toolset);
  const chosen = flags.client.flatMap((id) => known[id] ?? []);
  const list = chosen.map(({ displayName }) => displayName).join(", ");
  await confirmOrStop(session, `Add "${flags.name}" (${url}) to ${list}? ${describeWay(flags)}`, flags.yes);
  const installed: Installed[] = [];
  for (const agent of chosen) {
    installed.push(await installClient(session, agent, url, flags));
  }
  printInstalled(output, installed);
  noteKeys(output, installed, flags);
  const apiKeys = installed.flatMap(({ apiKey }) => apiKey ?? []);
  if (apiKeys.length > 0) {
    await noteOlderKeys(session, apiKeys);
  }
  const bridged = chosen.filter(({ supportedTransports }) => !supportedTransports.includes("http"));
  if (flags.oauth === true && bridged.length > 0) {
    const option = flags.toolset === undefined ? "" : ` --toolset ${flags.toolset}`;
    output.note(
      `${bridged.map(({ name }) => name).join(", ")} cannot sign in. Run \`bowline mcp login${option}\` once.`,
    );
  }
  if (installed.some(({ error }) => error !== null)) {
    throw new ReportedFailure(1);
  }
}

function printInstalled(output: Output, installed: Installed[]): void {
  if (output.isJson) {
    const results = installed.map(({ client, path, error }) => ({
      ...{ client, path, isInstalled: error === null, error },
    }));
    output.printJson({ results });
    return;
  }
  for (const { client, path, error } of installed) {
    output.writeLine(`${client}\t${error === null ? "installed" : cleanText(error)}\t${path}`);
  }
}

/** Says which files hold a key, and what a key may do. */
function noteKeys(output: Output, installed: Installed[], { scope, oauth, toolset }: InstallFlags): void {
  const written = installed.filter(({ error }) => error === null);
  for (const { path, reference } of scope === "project" && oauth !== true ? written : []) {
    const option = toolset === undefined ? "" : ` --toolset ${toolset}`;
    output.note(
      reference === null
        ? `${path} contains a key. Do not commit it.`
        : `${path} contains no key: each person sets BOWLINE_API_KEY to one of their own. \`bowline keys create NAME${option}\` makes one.`,
    );
  }
  if (written.some(({ apiKey }) => apiKey !== null) && toolset === undefined) {
    output.note("A key without --toolset may do whatever you may.");
  }
}

/** @throws UsageError */
function checkClients(ids: string[], known: string[]): void {
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined || ids.length === 0) {
    const client = mcpClients.find(({ id }) => id === unknown);
    const reason =
      client !== undefined
        ? `${client.name} has no file to write. Add it there: ${client.setUp}. Otherwise name`
        : unknown !== undefined
          ? `There is no client "${unknown}". Name`
          : "Name";
    throw new UsageError(`${reason} one with --client: ${known.join(", ")}.`);
  }
}

/**
 * Creates the client's key, if it gets one, and writes its file. A key that is in no file does not stay: not when the file cannot be
 * written, and not when the person stops the command.
 */
async function installClient(
  session: Session,
  agent: AgentConfig,
  url: string,
  flags: InstallFlags,
): Promise<Installed> {
  const reference = findKeyReference(agent.name, flags);
  const needsBridge = !agent.supportedTransports.includes("http");
  return await finishBeforeStop(async (isStopped) => {
    const apiKey =
      reference === null
        ? await session.wait("Preparing", () => createKey(session, agent.name, flags))
        : null;
    const config = buildServer(session, url, needsBridge, reference ?? apiKey?.apiKey, flags.toolset);
    const { success, path, error } = isStopped()
      ? { success: false, path: "", error: "stopped" }
      : await writeServer(session.output, agent, config, { ...flags, holdsKey: apiKey !== null });
    if (!success && apiKey !== null) {
      await session.bowline().apiKeys.delete(apiKey.apiKeyId);
    }
    return {
      client: agent.name,
      path,
      error: success ? null : (error ?? "failed"),
      apiKey: success ? apiKey : null,
      reference,
    };
  });
}

/** A key of an earlier installation may be in use elsewhere, so it is named and not removed. */
async function noteOlderKeys({ bowline, output, wait }: Session, created: CreatedApiKey[]): Promise<void> {
  const keys = await wait("Reading the keys", () =>
    // The clients are installed, so that this is no failure.
    bowline()
      .apiKeys.list({ top: 1000 })
      .toArray()
      .catch(() => []),
  );
  const older = keys.filter((key) =>
    created.some(
      ({ apiKeyId, name, accountUserId, toolsetId }) =>
        key.apiKeyId < apiKeyId &&
        key.name === name &&
        key.accountUserId === accountUserId &&
        key.toolsetId === toolsetId,
    ),
  );
  if (older.length > 0) {
    const ids = older.map(({ apiKeyId }) => apiKeyId).join(", ");
    output.note(
      `There are older keys of the same name: ${ids}. \`bowline keys list\` shows when they were used, and \`bowline keys remove ID\` removes one.`,
    );
  }
}

function describeWay(flags: InstallFlags): string {
  if (flags.oauth === true) {
    return "They sign in.";
  }
  const own = flags.client.filter((id) => findKeyReference(id, flags) === null);
  if (own.length === 0) {
    return "They read the key from BOWLINE_API_KEY.";
  }
  return own.length === flags.client.length ? "Each gets a new key." : `New keys go to ${own.join(", ")}.`;
}

/**
 * A project's file is for all who work on it, so it names the variable that holds each person's key.
 *
 * @returns null when the file gets a key or none, or the client replaces no variables
 */
function findKeyReference(id: string, { oauth, scope }: InstallFlags): string | null {
  return oauth === true || scope === "user"
    ? null
    : (mcpClients.find((client) => client.id === id)?.config?.keyReference ?? null);
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
