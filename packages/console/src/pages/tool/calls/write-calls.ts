import type { ShownRun } from "./show-run.ts";
import { writeCommand } from "./write-command.ts";
import { writeCurl } from "./write-curl.ts";
import { listMissingInMcp, writeMcp } from "./write-mcp.ts";
import { writeSdk } from "./write-sdk.ts";

/** A run written for another client. */
export interface WrittenCall {
  name: string;
  code: string;
  /** What the client needs to know besides. */
  note?: string;
}

/** Writes a run as calls of other clients. They name the key's variable, and never contain a key. */
export function writeCalls(run: ShownRun, serverUrl: string): WrittenCall[] {
  const missing = listMissingInMcp(run);
  const address = `${serverUrl}/mcp${run.toolsetId === null ? "" : `/${run.toolsetId}`}`;
  return [
    { name: "curl", code: writeCurl(run, serverUrl) },
    { name: "TypeScript", code: writeSdk(run, serverUrl) },
    { name: "Command line", code: writeCommand(run) },
    {
      name: "MCP",
      code: writeMcp(run),
      note: `Send it to ${address} in an MCP session.${missing === "" ? "" : ` MCP has no place for ${missing}.`}`,
    },
  ];
}
