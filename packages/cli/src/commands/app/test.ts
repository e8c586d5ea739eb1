import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ReportedFailure, UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";
import { checkTypes, findCompiler } from "./check-types.ts";
import { findInProject } from "./find-in-project.ts";
import { listFiles } from "./list-files.ts";
import { runNode } from "./run-node.ts";

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
  const compiler = findCompiler();
  const types = compiler === null ? null : await wait("Checking the types", () => checkTypes(path, compiler));
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
  if (compiler === null) {
    output.note(
      `The types were not checked, because the compiler is not installed. \`npm ci\` in ${findInProject("")} installs it.`,
    );
  }
  if (!isSuccess) {
    throw new ReportedFailure(3);
  }
}

async function loadApplications(path: string): Promise<CheckedApplication[]> {
  const program = findInProject("packages/server/src/check-applications.ts");
  const { report, isSuccess } = await runNode([program, path]);
  if (!isSuccess) {
    throw new UsageError(report.trim());
  }
  return JSON.parse(report) as CheckedApplication[];
}

/** Runs `*.test.ts` and `*.test.js` with Node's test runner; null when there are none. */
async function runTests(path: string): Promise<{ isSuccess: boolean; report: string } | null> {
  const files = await listFiles(path, /\.test\.m?[jt]s$/);
  if (files.length === 0) {
    return null;
  }
  const hooks = findInProject("packages/server/src/code-files/register-test-hooks.ts");
  return await runNode(["--import", hooks, "--test", "--test-reporter=spec", ...files], path);
}
