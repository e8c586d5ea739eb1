import { fileURLToPath } from "node:url";

/** Finds a file of the checkout that this program is part of. */
export const findInProject = (path: string): string =>
  fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
