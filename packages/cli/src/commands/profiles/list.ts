import { readConfigFile } from "../../config/config-file.ts";
import type { Session } from "../../session.ts";

/** Lists the sign-ins that are kept on this machine, without their credentials. */
export async function listProfiles({ output, target }: Session): Promise<void> {
  const { profiles } = await readConfigFile();
  const items = Object.entries(profiles).map(([name, { url, apiKey, tokens }]) => ({
    name,
    url,
    credential: apiKey !== undefined ? "key" : tokens !== undefined ? "sign-in" : null,
    isCurrent: name === target.profileName,
  }));
  if (output.isJson) {
    output.printJson({ items });
    return;
  }
  output.printRows(items, {
    name: ({ name }) => name,
    server: ({ url }) => url,
    credential: ({ credential }) => credential,
    current: ({ isCurrent }) => isCurrent,
  });
}
