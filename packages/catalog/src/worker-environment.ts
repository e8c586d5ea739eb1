import { getCompileCacheDir } from "node:module";

/**
 * Builds the environment of a thread: nothing of the process's own but its compile cache, if there is one. A thread spends most of its
 * start loading modules.
 */
export function buildWorkerEnvironment(): NodeJS.ProcessEnv {
  const directory = getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: directory };
}
