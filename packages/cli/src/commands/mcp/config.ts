import {
  type McpClient,
  type McpServerEntry,
  writeClientConfig,
  writeInstallLink,
  writeSetUpCommand,
} from "@bowline/sdk/mcp";
import { UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";
import { buildBridge, findClient, findMcpUrl } from "./read-target.ts";

export interface McpConfigFlags {
  client: string;
  toolset?: string;
  name: string;
  /** The client signs in, instead of sending a key. */
  oauth?: boolean;
  /** Prints a link that adds the server instead. */
  link?: boolean;
  /** Prints the client's own command that adds the server instead. */
  command?: boolean;
}

/** Prints what belongs in the client's configuration file, or a link or command that adds it. None contains a key. */
export function printMcpConfig(session: Session, flags: McpConfigFlags): void {
  const { client: id, toolset, name, oauth } = flags;
  const client = findClient(id);
  const url = findMcpUrl(session, toolset);
  const entry: McpServerEntry = {
    name,
    url,
    credential: oauth === true ? "oauth" : "environment",
    bridge: buildBridge(session, toolset),
  };
  if (flags.link === true || flags.command === true) {
    printWay(session, client, entry, flags.link === true);
    return;
  }
  const text = writeClientConfig(client, entry);
  if (text === null) {
    throw new UsageError(
      `${client.name} has no configuration file. Add ${url} there: ${client.setUp}.${
        client.reachesLocalhost ? "" : " It needs a public https address."
      }`,
    );
  }
  if (client.isToml) {
    session.output.printDone(text, { toml: text });
  } else {
    session.output.writeLine(text);
  }
  const { config, needsBridge } = client;
  const path = config?.userPath === null ? config.projectPath : `~/${config?.userPath}`;
  if (session.output.isTerminal) {
    session.output.note(path === null ? `Add it with: ${client.setUp}` : `It belongs in ${path}.`);
    if (!needsBridge && oauth !== true) {
      session.output.note(
        "Set BOWLINE_API_KEY for the client, preferably to a key that is limited to the toolset.",
      );
    }
  }
}

/** @throws UsageError when the client has no such way, or cannot reach the address */
function printWay({ output }: Session, client: McpClient, entry: McpServerEntry, isLink: boolean): void {
  const way = isLink ? writeInstallLink(client, entry) : writeSetUpCommand(client, entry);
  if (way === null) {
    const reason = client.reachesLocalhost
      ? ""
      : ` It needs a public https address, and this is ${entry.url}.`;
    throw new UsageError(`There is no ${isLink ? "link" : "command"} for ${client.name}.${reason}`);
  }
  output.printDone(way, { [isLink ? "link" : "command"]: way });
}
