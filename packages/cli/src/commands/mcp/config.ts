import { writeClientConfig } from "@bowline/sdk/mcp";
import { UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";
import { buildBridge, findClient, findMcpUrl } from "./read-target.ts";

export interface McpConfigFlags {
  client: string;
  toolset?: string;
  name: string;
  /** The client signs in, instead of sending a key. */
  oauth?: boolean;
}

/** Prints what belongs into the client's configuration file. It contains no key. */
export function printMcpConfig(session: Session, { client: id, toolset, name, oauth }: McpConfigFlags): void {
  const client = findClient(id);
  const url = findMcpUrl(session, toolset);
  const text = writeClientConfig(client, {
    name,
    url,
    credential: oauth === true ? "oauth" : "environment",
    bridge: buildBridge(session, toolset),
  });
  if (text === null) {
    throw new UsageError(
      `${client.name} has no configuration file. Add ${url} there: ${client.setUp}.${
        client.reachesLocalhost ? "" : " It needs a public https address."
      }`,
    );
  }
  session.output.writeLine(text);
  const { config, needsBridge } = client;
  const path = config?.userPath === null ? config.projectPath : `~/${config?.userPath}`;
  if (session.output.isTerminal) {
    session.output.note(path === null ? `Add it with: ${client.setUp}` : `It belongs into ${path}.`);
    if (!needsBridge && oauth !== true) {
      session.output.note(
        "Set BOWLINE_API_KEY for the client, best to a key that is limited to the toolset.",
      );
    }
  }
}
