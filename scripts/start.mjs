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
  // The server ends when the channel closes: this process may be killed without a chance to pass a signal on.
  const server = spawn(node, args, { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
  let isForwarded = false;
  const forward = (signal) => {
    // The terminal and npm may both send it; the server drains at the first one.
    if (!isForwarded) {
      server.kill(signal);
    }
    isForwarded = true;
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    process.on(signal, () => forward(signal));
  }
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && forward("SIGTERM"), 1000).unref();
  }
  server.on("error", (error) => fail(`The server could not be started: ${error.message}`));
  server.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
