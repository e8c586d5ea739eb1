// Runs on the machine's own Node (20 or newer), so it uses no TypeScript and no dependencies.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fail } from "./set-up.mjs";

/**
 * Makes this process another Node program: one process fewer, and signals reach it directly. Where Node cannot do that (before 22.15, and
 * on Windows), it runs the program as a child, forwards signals, and ends as the program does.
 *
 * @param {string} node path of the Node
 * @param {string[]} args its flags, the program and the program's arguments
 * @param {Record<string, string | undefined>} env
 */
export function becomeProgram(node, args, env) {
  if (process.execve) {
    process.execve(node, [node, ...args], env);
  }
  // The server exits when the channel closes, because this process may be killed before it can forward a signal.
  const child = spawn(node, args, { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
  let isForwarded = false;
  const forward = (signal) => {
    // The terminal and npm may both send the signal; a program ends at the first one.
    if (!isForwarded) {
      child.kill(signal);
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
  child.on("error", (error) => fail(`${node} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
