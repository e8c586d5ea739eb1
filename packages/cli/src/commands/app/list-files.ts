import { readdir } from "node:fs/promises";

/** Lists the files of a folder and those below it whose path has this form. Those of packages are left out. */
export const listFiles = async (path: string, form: RegExp): Promise<string[]> =>
  (await readdir(path, { recursive: true })).filter(
    (file) => form.test(file) && !file.includes("node_modules"),
  );
