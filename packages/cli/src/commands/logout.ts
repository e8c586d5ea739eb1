import { discover, postForm } from "../auth/authorization-server.ts";
import { readConfigFile, writeConfigFile } from "../config/config-file.ts";
import { NotSignedInError } from "../errors.ts";
import type { Session } from "../session.ts";

/** Ends the sign-in at the server and removes the profile. A key stays valid: it is only forgotten here. */
export async function logout({ output, target, wait }: Session): Promise<void> {
  const config = await readConfigFile();
  const profile = config.profiles[target.profileName];
  if (profile === undefined) {
    throw new NotSignedInError(`The profile ${target.profileName} is not signed in.`);
  }
  delete config.profiles[target.profileName];
  if (config.currentProfile === target.profileName) {
    config.currentProfile = Object.keys(config.profiles)[0] ?? "default";
  }
  await writeConfigFile(config);
  const { tokens, mcpTokens = {}, url } = profile;
  const all = [...(tokens === undefined ? [] : [tokens]), ...Object.values(mcpTokens)];
  if (all.length > 0) {
    await wait("Signing out", async () => {
      const { revocation_endpoint: endpoint } = await discover(url);
      for (const { refreshToken, accessToken, clientId } of all) {
        await postForm(endpoint, { token: refreshToken ?? accessToken, client_id: clientId });
      }
    });
  }
  output.printDone(`Signed out of ${url}.`, { profile: target.profileName, url });
}
