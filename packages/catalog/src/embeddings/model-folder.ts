import { access } from "node:fs/promises";
import { locatePackage } from "./locate-package.ts";
import { modelPackages } from "./model-packages.ts";

/** Whether the model's packages are in a folder. */
export async function isModelInstalled(folder: string): Promise<boolean> {
  const { program, weights } = modelPackages;
  return (await exists(locatePackage(folder, program))) && (await exists(locatePackage(folder, weights)));
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
