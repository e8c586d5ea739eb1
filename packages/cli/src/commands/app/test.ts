import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { ReportedFailure, UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";
import { findInProject } from "./find-in-project.ts";
import { readCompilerSettings } from "./read-compiler-settings.ts";

/** What the server's program says about a folder. */
interface CheckedApplication {
  file: string;
  /** Null: it can be used. */
  problem: string | null;
  slug: string | null;
  tools: string[];
}

/**
 * Tests applications in code: loads them as the server does, checks their types, and runs their tests. A failure is exit code 3.
 *
 * @param folder an application's folder, or a folder of applications
 */
export async function testApps({ output, wait }: Session, folder: string): Promise<void> {
  const path = resolve(folder);
  if (!existsSync(path)) {
    throw new UsageError(`There is no folder ${path}.`);
  }
  if (!statSync(path).isDirectory()) {
    throw new UsageError(`${path} is a file. Name its folder: bowline app test ${dirname(folder)}`);
  }
  const applications = await wait("Loading the applications", () => loadApplications(path));
  if (applications.length === 0) {
    throw new UsageError(`There is no application in ${path}. Make one with \`bowline app new\`.`);
  }
  const types = await wait("Checking the types", () => checkTypes(path));
  const tests = await wait("Running the tests", () => runTests(path));
  const isSuccess =
    applications.every(({ problem }) => problem === null) && types === null && (tests?.isSuccess ?? true);
  if (output.isJson) {
    output.printJson({ isSuccess, applications, typeErrors: types, tests });
  } else {
    for (const { file, problem, slug, tools } of applications) {
      output.writeLine(`${file}\t${problem ?? `${slug}: ${tools.length} tools`}`);
    }
    if (types !== null) {
      output.printText(types);
    }
    if (tests !== null) {
      output.printText(tests.report);
    }
  }
  if (!isSuccess) {
    throw new ReportedFailure(3);
  }
}

async function loadApplications(path: string): Promise<CheckedApplication[]> {
  const program = findInProject("packages/server/src/check-applications.ts");
  const { report, isSuccess } = await run([program, path]);
  if (!isSuccess) {
    throw new UsageError(report.trim());
  }
  return JSON.parse(report) as CheckedApplication[];
}

/** Returns the compiler's complaints; null when there are none, or no compiler. */
async function checkTypes(path: string): Promise<string | null> {
  const compiler = findInProject("node_modules/typescript/bin/tsc");
  if (!existsSync(compiler)) {
    return null;
  }
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
  const { report, isSuccess } = await run(args, path);
  return isSuccess ? null : report.trim();
}

/** Runs `*.test.ts` and `*.test.js` with Node's test runner; null when there are none. */
async function runTests(path: string): Promise<{ isSuccess: boolean; report: string } | null> {
  const files = await listFiles(path, /\.test\.m?[jt]s$/);
  if (files.length === 0) {
    return null;
  }
  const hooks = findInProject("packages/server/src/code-files/register-test-hooks.ts");
  return await run(["--import", hooks, "--test", "--test-reporter=spec", ...files], path);
}

const listFiles = async (path: string, form: RegExp): Promise<string[]> =>
  (await readdir(path, { recursive: true })).filter(
    (file) => form.test(file) && !file.includes("node_modules"),
  );

async function run(args: string[], cwd?: string): Promise<{ isSuccess: boolean; report: string }> {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd !== undefined && { cwd }),
  });
  const [report, complaints, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => child.on("close", done)),
  ]);
  return { isSuccess: exitCode === 0, report: exitCode === 0 ? report : report + complaints };
}
