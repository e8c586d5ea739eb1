import { dirname } from "node:path";
import Config from "@npmcli/config";
import npmSettings from "@npmcli/config/lib/definitions/index.js";

/** The longest wait for a response to begin. npm would wait five minutes for a registry that hangs, three times. */
const maxWaitMs = 30_000;

/**
 * Reads npm's own settings (registry, scopes, credentials, proxy, certificates) from the files and variables where npm finds
 * them, as options for pacote.
 *
 * @param cwd the project whose `.npmrc` counts
 */
export async function readNpmOptions(
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<{ [option: string]: unknown }> {
  const config = new Config({
    ...npmSettings,
    npmPath: findNpmFolder(env),
    argv: [],
    // Loading sets more variables in the given environment.
    env: { ...env },
    cwd,
    warn: false,
  });
  await config.load();
  // Without `cache` a tarball is never written to the disk: only the files that are needed are kept.
  const { cache: _cache, npmCommand: _command, ...options } = config.flat;
  // npm would wait a minute before it says that there is no registry.
  const retry = { ...(options.retry as object), factor: 2, minTimeout: 1000, maxTimeout: 5000 };
  const timeout = Math.min(Number(options.timeout) || maxWaitMs, maxWaitMs);
  return { ...options, retry, timeout };
}

/** npm sets the path of its program for what it runs. Its folder may hold settings of the distribution. */
function findNpmFolder({ npm_execpath: program }: NodeJS.ProcessEnv): string {
  return program === undefined ? import.meta.dirname : dirname(dirname(program));
}
