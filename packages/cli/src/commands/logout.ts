import { discover, postForm } from "../auth/authorization-server.ts";
import { type Profile, readConfigFile, writeConfigFile } from "../config/config-file.ts";
import { withConfigLock } from "../config/lock-config.ts";
import { NotSignedInError } from "../errors.ts";
import type { Session } from "../session.ts";

/** Ends the sign-in at the server and removes the profile. A key stays valid: it is only forgotten here. */
export async function logout({ output, target, wait }: Session): Promise<void> {
  const profile = await withConfigLock(() => removeProfile(target.profileName));
  const { tokens, mcpTokens = {}, url } = profile;
  const all = [...(tokens === undefined ? [] : [tokens]), ...Object.values(mcpTokens)];
  if (all.length > 0) {
    await wait("Signing out", async () => {
      const { revocation_endpoint: endpoint } = await discover(url);
      for (const { refreshToken, accessToken, clientId } of all) {
        await postForm(endpoint, { token: refreshToken ?? accessToken, client_id: clientId });
      }
    }).catch((error: unknown) => {
      output.note(
        "The sign-in was removed here, but the server does not know it yet. Sign in again, and withdraw the old one with `bowline grants remove`.",
      );
      throw error;
    });
  }
  output.printDone(`Signed out of ${url}.`, { profile: target.profileName, url });
}

async function removeProfile(name: string): Promise<Profile> {
  const config = await readConfigFile();
  const profile = config.profiles[name];
  if (profile === undefined) {
    throw new NotSignedInError(`The profile ${name} is not signed in.`);
  }
  delete config.profiles[name];
  if (config.currentProfile === name) {
    config.currentProfile = Object.keys(config.profiles)[0] ?? "default";
  }
  await writeConfigFile(config);
  return profile;
}
