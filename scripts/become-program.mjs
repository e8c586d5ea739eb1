// Runs on the machine's own Node (20 or newer), so it uses no TypeScript and no dependencies.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fail } from "./set-up.mjs";

/** They end a program in good order. SIGHUP: its terminal was closed. */
export const endSignals = ["SIGTERM", "SIGINT", "SIGHUP"];

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
  void runProgram(node, args, env).then(({ exitCode }) => process.exit(exitCode));
}

/**
 * Runs a Node program as a child, forwards signals to it, and waits for its end. When the program cannot be started, exits with a message.
 *
 * @param {string} node path of the Node
 * @param {string[]} args its flags, the program and the program's arguments
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<{ exitCode: number, forwarded: string | null }>} the exit code, 128 and more after a signal, and the forwarded signal
 */
export function runProgram(node, args, env) {
  // The program exits when the channel closes, because this process may be killed before it can forward a signal.
  const child = spawn(node, args, { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
  let forwarded = null;
  const forward = (signal) => {
    // The terminal and npm may both send the signal; a program ends at the first one.
    if (forwarded === null) {
      child.kill(signal);
    }
    forwarded ??= signal;
  };
  for (const signal of endSignals) {
    process.on(signal, forward);
  }
  const parent = process.ppid;
  const checkParent = () => process.ppid !== parent && forward("SIGTERM");
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined;
  const watch = isUnderNpm ? setInterval(checkParent, 1000).unref() : undefined;
  child.on("error", (error) => fail(`${node} could not be started: ${error.message}`));
  return new Promise((resolve) => {
    child.on("exit", (code, signal) => {
      clearInterval(watch);
      for (const one of endSignals) {
        process.off(one, forward);
      }
      resolve({ exitCode: code ?? 128 + constants.signals[signal], forwarded });
    });
  });
}
