import { type McpBridgeOptions, readLines, runMcpBridge } from "@bowline/sdk/mcp";
import { keepFresh, readTokens } from "../../auth/fresh-token.ts";
import { readConfigFile } from "../../config/config-file.ts";
import { trimSlashes } from "../../config/find-credential.ts";
import { NotSignedInError } from "../../errors.ts";
import type { Session } from "../../session.ts";
import { findMcpPath, findMcpUrl } from "./read-target.ts";

/** Is an MCP server on stdin and stdout, for clients that only start programs. */
export async function runStdio(session: Session, { toolset }: { toolset?: string }): Promise<void> {
  await runMcpBridge({
    url: findMcpUrl(session, toolset),
    authorize: await findCredential(session, toolset),
    lines: readLines(process.stdin),
    write: (line) => session.output.writeLine(line),
  });
}

/**
 * Finds the key, or the sign-in for this address. A token of `bowline login` is for the API only.
 *
 * @throws NotSignedInError
 */
async function findCredential(
  { target }: Session,
  toolset: string | undefined,
): Promise<McpBridgeOptions["authorize"]> {
  const { credential, profileName, url } = target;
  if (credential !== null && "apiKey" in credential) {
    return () => ({ "x-api-key": credential.apiKey });
  }
  const resource = findMcpPath(toolset);
  const { profiles } = await readConfigFile();
  const profile = profiles[profileName];
  const tokens =
    profile !== undefined && trimSlashes(profile.url) === url ? readTokens(profile, resource) : undefined;
  if (tokens === undefined) {
    const option = toolset === undefined ? "" : ` --toolset ${toolset}`;
    throw new NotSignedInError(
      `The bridge is not signed in. Run \`bowline mcp login${option}\`, or set BOWLINE_API_KEY.`,
    );
  }
  const findToken = keepFresh({ url, profileName, resource }, tokens);
  return async (refused) => ({
    authorization: `Bearer ${await findToken(refused?.authorization?.slice("Bearer ".length))}`,
  });
}
