import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { becomeProgram } from "./become-program.mjs";
import { nodeEnvironment, nodeFlags, settingsFlags } from "./node-options.mjs";
import { findServerProgram } from "./server-build.mjs";
import { projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: false });
const program = findServerProgram(node);
const args = [...nodeFlags, ...settingsFlags, program, ...process.argv.slice(2)];
const env = { ...nodeEnvironment, ...process.env };

buildConsoleBeside();
becomeProgram(node, args, env);

/**
 * Starts a process that builds the console when it is missing or older than its sources. Nothing waits for it, and it prints nothing.
 * Reading the sources takes 10 to 100 ms, so that is left to it.
 */
function buildConsoleBeside() {
  if (process.env.BOWLINE_CONSOLE?.trim() === "off") {
    return;
  }
  const build = [...settingsFlags, join(projectRoot, "scripts", "build-console.mjs"), "--background"];
  if (process.platform === "win32") {
    spawn(node, build, { stdio: "ignore", detached: true, env }).unref();
  } else {
    // The shell ends at once, so the build is nobody's child: what this process becomes does not know of it.
    spawnSync("sh", ["-c", '"$0" "$@" &', node, ...build], { stdio: "ignore", env });
  }
}
