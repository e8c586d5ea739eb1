import { readConfigFile, writeConfigFile } from "../../config/config-file.ts";
import { withConfigLock } from "../../config/lock-config.ts";
import { UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";

/** Makes a profile the one that commands use without `--profile`. @throws UsageError when there is no such profile */
export async function useProfile({ output }: Session, name: string): Promise<void> {
  await withConfigLock(async () => {
    const config = await readConfigFile();
    if (config.profiles[name] === undefined) {
      const names = Object.keys(config.profiles).join(", ") || "none";
      throw new UsageError(`There is no profile "${name}". There are: ${names}.`);
    }
    config.currentProfile = name;
    await writeConfigFile(config);
  });
  output.printDone(`Commands now use the profile ${name}.`, { currentProfile: name });
}
