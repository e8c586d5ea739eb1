import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { nodeEnvironment, nodeFlags } from "./node-options.mjs";
import { findServerProgram } from "./server-build.mjs";
import { fail, projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: false });
const program = findServerProgram(node);
const envFile = join(projectRoot, ".env");
const envFlags = existsSync(envFile) ? [`--env-file=${envFile}`] : [];
const args = [...nodeFlags, ...envFlags, program, ...process.argv.slice(2)];
const env = { ...nodeEnvironment, ...process.env };

// If possible, this process becomes the server: one process fewer, and signals reach the server directly.
if (process.execve) {
  buildConsoleBeside();
  process.execve(node, [node, ...args], env);
} else {
  runAsChild();
  buildConsoleBeside();
}

/**
 * Starts a process that builds the console when it is missing or older than its sources. Nothing waits for it, and it prints nothing.
 * Reading the sources takes 10 to 100 ms, so that is left to it.
 */
function buildConsoleBeside() {
  if (process.env.BOWLINE_CONSOLE?.trim() === "off") {
    return;
  }
  const build = [...envFlags, join(projectRoot, "scripts", "build-console.mjs"), "--background"];
  if (process.platform === "win32") {
    spawn(node, build, { stdio: "ignore", detached: true, env }).unref();
  } else {
    // The shell ends at once, so the build is nobody's child: what this process becomes does not know of it.
    spawnSync("sh", ["-c", '"$0" "$@" &', node, ...build], { stdio: "ignore", env });
  }
}

/** For Node before 22.15, and for Windows. */
function runAsChild() {
  // The server exits when the channel closes, because this process may be killed before it can forward a signal.
  const server = spawn(node, args, { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
  let isForwarded = false;
  const forward = (signal) => {
    // The terminal and npm may both send the signal; the server drains at the first one.
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
