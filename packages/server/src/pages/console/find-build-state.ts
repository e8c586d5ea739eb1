import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isProcessAlive } from "@bowline/catalog/is-process-alive";

/** Why there is no built console. */
export type BuildState = { kind: "building" } | { kind: "failed"; message: string } | { kind: "notBuilt" };

const longestMessage = 4000;

/**
 * Finds out what became of the build of the console. `scripts/build-console.mjs` keeps its state in a folder beside that of the console:
 * `lock` holds the process id of a build, `failed` the message of one that failed.
 *
 * @param folder where the built console is expected
 */
export async function findBuildState(folder: string): Promise<BuildState> {
  const read = (name: string) => readFile(join(`${folder}-build`, name), "utf8").catch(() => null);
  const lock = await read("lock");
  if (lock !== null && isProcessAlive(Number(lock))) {
    return { kind: "building" };
  }
  const message = await read("failed");
  return message === null
    ? { kind: "notBuilt" }
    : { kind: "failed", message: message.slice(0, longestMessage).trim() };
}
