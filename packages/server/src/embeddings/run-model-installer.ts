import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const program = join(import.meta.dirname, "../install-model.ts");

/**
 * Runs the program that unpacks the model, in a process of its own, since npm's client takes memory.
 *
 * @throws Error with the program's reason when it failed, and the signal's reason when it was stopped
 */
export async function runModelInstaller(folder: string, signal: AbortSignal): Promise<void> {
  const child = fork(program, [folder], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const stop = () => child.kill("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  let reason = "it ended early";
  child.on("message", (message) => {
    reason = String(message);
  });
  const [code] = await once(child, "exit").finally(() => signal.removeEventListener("abort", stop));
  signal.throwIfAborted();
  if (code !== 0) {
    throw new Error(`The model for hybrid search could not be installed: ${reason}`);
  }
}
