import { join } from "node:path";
import { becomeProgram } from "./become-program.mjs";
import { nodeEnvironment, settingsFlags } from "./node-options.mjs";
import { projectRoot, setUp } from "./set-up.mjs";

/**
 * Becomes a program for operators, with the settings and the arguments of this process.
 *
 * @param {string} name a file of `packages/server/src`, such as `company.ts`
 */
export function runOperatorProgram(name) {
  const node = setUp({ needsDevelopmentParts: false });
  const program = join(projectRoot, "packages", "server", "src", name);
  becomeProgram(node, [...settingsFlags, program, ...process.argv.slice(2)], {
    ...nodeEnvironment,
    ...process.env,
  });
}
