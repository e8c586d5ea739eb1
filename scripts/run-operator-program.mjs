import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { nodeEnvironment } from "./node-options.mjs";
import { projectRoot, setUp } from "./set-up.mjs";

/**
 * Runs a program for operators with the settings and the arguments of this process, and ends with its exit code.
 *
 * @param {string} name a file of `packages/server/src`, such as `company.ts`
 */
export function runOperatorProgram(name) {
  const node = setUp({ needsDevelopmentParts: false });
  const program = join(projectRoot, "packages", "server", "src", name);
  const envFile = join(projectRoot, ".env");
  // The same settings file as `npm start`.
  const options = existsSync(envFile) ? [`--env-file=${envFile}`] : [];
  const { status } = spawnSync(node, [...options, program, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...nodeEnvironment, ...process.env },
  });
  process.exitCode = status ?? 1;
}
