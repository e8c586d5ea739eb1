import { Bowline } from "@bowline/sdk";
import { logInWithDevice } from "../auth/device-login.ts";
import { readSecret } from "../auth/read-secret.ts";
import { type Profile, readConfigFile, type StoredTokens, writeConfigFile } from "../config/config-file.ts";
import { readServerAddress, trimSlashes } from "../config/find-credential.ts";
import { withConfigLock } from "../config/lock-config.ts";
import { openBrowser } from "../open-browser.ts";
import { cleanText } from "../output/clean-text.ts";
import type { Session } from "../session.ts";

export interface LoginFlags {
  url?: string;
  withKey?: boolean;
  /** False for `--no-browser`. */
  browser: boolean;
}

/** Signs in with a browser, or keeps an API key, and stores that in the profile. */
export async function login(session: Session, { url, withKey, browser }: LoginFlags): Promise<void> {
  const { output, target, timeoutMs, wait } = session;
  const server = url === undefined ? target.url : readServerAddress(url, "--url");
  const profile: Profile =
    withKey === true
      ? { url: server, apiKey: await readSecret(session, "API key") }
      : { url: server, tokens: await logInByDevice(session, server, "/v1", browser) };
  const client = new Bowline({
    baseUrl: server,
    timeoutMs,
    ...(profile.tokens === undefined
      ? { apiKey: profile.apiKey }
      : { token: () => profile.tokens?.accessToken ?? "" }),
  });
  const identity = await wait("Asking the server", () => client.auth.whoami());
  await withConfigLock(async () => {
    const config = await readConfigFile();
    const before = config.profiles[target.profileName];
    const mcpTokens =
      before !== undefined && trimSlashes(before.url) === server ? before.mcpTokens : undefined;
    config.profiles[target.profileName] = { ...profile, ...(mcpTokens !== undefined && { mcpTokens }) };
    config.currentProfile = target.profileName;
    await writeConfigFile(config);
  });
  output.printDone(
    `Signed in at ${server} as ${cleanText(identity.fullName)} (profile ${target.profileName}).`,
    identity,
  );
  if (process.env.BOWLINE_API_KEY) {
    output.note(
      `BOWLINE_API_KEY is set and comes before this profile, unless you type --profile ${target.profileName}.`,
    );
  }
}

/** Signs in with the browser. @param resource what for, below the server's address */
export function logInByDevice(
  { output, isInteractive, wait }: Session,
  server: string,
  resource: string,
  browser: boolean,
): Promise<StoredTokens> {
  return wait("Waiting until you allow it", () =>
    logInWithDevice(server, resource, (code) => {
      const link = code.verification_uri_complete ?? code.verification_uri;
      output.note(`Open ${cleanText(link)}\nand check that it shows the code ${cleanText(code.user_code)}.`);
      if (browser && isInteractive) {
        void openBrowser(link);
      }
    }),
  );
}
