import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { compileCache, fail, projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: false });
const program = join(projectRoot, "packages", "server", "src", "main.ts");
const envFile = join(projectRoot, ".env");
const args = [...(existsSync(envFile) ? [`--env-file=${envFile}`] : []), program, ...process.argv.slice(2)];
const env = { NODE_COMPILE_CACHE: compileCache, ...process.env };

// Where it can, this process becomes the server: one process less, and a signal meets the server itself.
if (process.execve) {
  process.execve(node, [node, ...args], env);
} else {
  runAsChild();
}

/** Node before 22.15, and Windows. */
function runAsChild() {
  const server = spawn(node, args, { stdio: "inherit", env });
  let isForwarded = false;
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      // The terminal and npm may both send it; the server drains at the first one.
      if (!isForwarded) {
        server.kill(signal);
      }
      isForwarded = true;
    });
  }
  server.on("error", (error) => fail(`The server could not be started: ${error.message}`));
  server.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
