import { resolve } from "node:path";
import type { ModelPackage } from "./model-packages.ts";

/** The folder that a package is unpacked to. */
export const locatePackage = (folder: string, { name, version }: ModelPackage): string =>
  resolve(folder, `${name.replace(/^@/, "").replace("/", "-")}-${version}`);
