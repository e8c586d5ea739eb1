import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

// What the tests of this process have started ends with it, also when a signal ends it in the middle of a test. Vitest loads this
// once for each process.
const children = new Set<ChildProcess>();
subscribe("child_process", (message) => {
  const { process: child } = message as { process: ChildProcess };
  children.add(child);
  child.once("exit", () => children.delete(child));
});
process.on("exit", () => {
  for (const child of children) {
    child.kill("SIGKILL");
  }
});
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  // Vitest lets tests not call `process.exit`.
  process.once(signal, () => {
    process.emit("exit", 1);
    process.kill(process.pid, "SIGKILL");
  });
}
