import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { findInProject } from "./find-in-project.ts";

/** What a tsconfig.json says. */
interface CompilerSettings {
  compilerOptions: Record<string, unknown>;
}

/** Reads the compiler's settings of the template, with the places of this checkout. */
export async function readCompilerSettings(): Promise<CompilerSettings> {
  const text = await readFile(findInProject("templates/application/tsconfig.json"), "utf8");
  const { compilerOptions } = JSON.parse(text) as CompilerSettings;
  const typeRoots = [findInProject("node_modules/@types")];
  return {
    compilerOptions: {
      ...compilerOptions,
      // For tests, which use Node's test runner. A server's installation does not have them.
      ...(existsSync(findInProject("node_modules/@types/node")) && { types: ["node"], typeRoots }),
      paths: {
        "bowline/application": [findInProject("packages/catalog/src/code/form.ts")],
        zod: [findInProject("node_modules/zod")],
      },
    },
  };
}
