// Prints, as JSON, the command that scripts/start.mjs ends with, and the environment that it adds. Tests that start many servers
// run it directly: finding it takes a tenth of a second of CPU time.
import { nodeEnvironment, nodeFlags } from "./node-options.mjs";
import { findServerProgram } from "./server-build.mjs";

const program = findServerProgram(process.execPath);
console.log(JSON.stringify({ args: [...nodeFlags, program], env: nodeEnvironment }));
