import { writeTokens } from "../../auth/fresh-token.ts";
import { readConfigFile, writeConfigFile } from "../../config/config-file.ts";
import { trimSlashes } from "../../config/find-credential.ts";
import { withConfigLock } from "../../config/lock-config.ts";
import type { Session } from "../../session.ts";
import { logInByDevice } from "../login.ts";
import { findMcpPath } from "./read-target.ts";

/** Signs in for the bridge, which then needs no key. The tokens are good for this address only. */
export async function logInForMcp(
  session: Session,
  { toolset, browser }: { toolset?: string; browser: boolean },
): Promise<void> {
  const { output, target } = session;
  const path = findMcpPath(toolset);
  const tokens = await logInByDevice(session, target.url, path, browser);
  await withConfigLock(async () => {
    const config = await readConfigFile();
    const before = config.profiles[target.profileName];
    const profile =
      before !== undefined && trimSlashes(before.url) === target.url ? before : { url: target.url };
    writeTokens(profile, path, tokens);
    config.profiles[target.profileName] = profile;
    await writeConfigFile(config);
  });
  const url = target.url + path;
  output.printDone(`Signed in for ${url} (profile ${target.profileName}).`, {
    url,
    profile: target.profileName,
  });
}
