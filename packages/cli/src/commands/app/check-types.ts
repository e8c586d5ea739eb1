import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findInProject } from "./find-in-project.ts";
import { listFiles } from "./list-files.ts";
import { readCompilerSettings } from "./read-compiler-settings.ts";
import { runNode } from "./run-node.ts";

/** Returns the path of the compiler; null where a server is installed without what only developers need. */
export function findCompiler(): string | null {
  const compiler = findInProject("node_modules/typescript/bin/tsc");
  return existsSync(compiler) ? compiler : null;
}

/** Returns the compiler's complaints about the applications of a folder; null when there are none. */
export async function checkTypes(path: string, compiler: string): Promise<string | null> {
  const own = join(path, "tsconfig.json");
  if (existsSync(own)) {
    const isComplete = (await readFile(own, "utf8")).includes('"types"');
    const types = ["--types", "node", "--typeRoots", findInProject("node_modules/@types")];
    return await compile([compiler, "-p", path, ...(isComplete ? [] : types)], path);
  }
  const files = (await listFiles(path, /\.ts$/)).map((file) => join(path, file));
  if (files.length === 0) {
    return null;
  }
  const folder = await mkdtemp(join(tmpdir(), "bowline-types-"));
  try {
    const settings = await readCompilerSettings();
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ ...settings, files }));
    return await compile([compiler, "-p", folder], path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compile(args: string[], path: string): Promise<string | null> {
  const { report, isSuccess } = await runNode(args, path);
  return isSuccess ? null : report.trim();
}
