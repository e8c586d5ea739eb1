import { fork } from "node:child_process";
import { join } from "node:path";
import type {
  InstallerMessage,
  InstallerTask,
  InstallProgress,
  InstallResult,
} from "./installer-messages.ts";

const program = join(import.meta.dirname, "../install-built-ins.ts");
/** The largest document needs about 400. */
const memoryMb = 1024;

/**
 * Runs the program that installs built-in applications, in a process of its own. So the server keeps serving, and its memory stays
 * small.
 *
 * @throws Error when the program failed or ended early, and the signal's reason when it was stopped
 */
export function runInstaller(
  task: InstallerTask,
  onProgress: (progress: InstallProgress) => void,
  signal: AbortSignal,
): Promise<InstallResult> {
  if (signal.aborted) {
    return Promise.reject(signal.reason);
  }
  const { promise, resolve, reject } = Promise.withResolvers<InstallResult>();
  const child = fork(program, [], {
    execArgv: [`--max-old-space-size=${memoryMb}`],
    // Its output would disturb the progress bar.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const stop = () => {
    reject(signal.reason);
    child.kill("SIGKILL");
  };
  signal.addEventListener("abort", stop, { once: true });
  child.on("message", (message: InstallerMessage) => {
    if ("progress" in message) {
      onProgress(message.progress);
    } else if ("result" in message) {
      resolve(message.result);
    } else {
      reject(new Error(message.error));
    }
  });
  child.once("error", reject);
  child.once("exit", (code, by) =>
    reject(new Error(`The process that installs the built-in applications ended with ${by ?? code}.`)),
  );
  child.send(task, () => {});
  return promise.finally(() => signal.removeEventListener("abort", stop));
}
