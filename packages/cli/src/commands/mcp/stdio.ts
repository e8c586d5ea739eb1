import { createInterface } from "node:readline";
import { runMcpBridge } from "@bowline/sdk/mcp";
import type { Session } from "../../session.ts";
import { findMcpUrl, readKeyHeaders } from "./read-target.ts";

/** Is an MCP server on stdin and stdout, for clients that only start programs. */
export async function runStdio(session: Session, { toolset }: { toolset?: string }): Promise<void> {
  const headers = readKeyHeaders(session);
  await runMcpBridge({
    url: findMcpUrl(session, toolset),
    authorize: () => headers,
    lines: createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }),
    write: (line) => session.output.writeLine(line),
  });
}
