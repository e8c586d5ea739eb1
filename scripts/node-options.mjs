// Runs on the machine's own Node (20 or newer) at each start, so it uses no TypeScript and no dependencies.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { compileCache, projectRoot } from "./set-up.mjs";

/** The flags of the Node that runs the server. */
export const nodeFlags = [
  // Megabytes of one half of the young generation. Half as much takes 4 to 10 % more CPU time for an execution, and twice as much
  // takes 25 MB more under load.
  "--max-semi-space-size=16",
  // V8 makes objects that lived long in one collection in the old generation from then on. Under many calls at a time it decides so for
  // objects of each call, and these keep all that they point to until a full collection: up to 30 % more CPU time for an execution.
  "--no-allocation-site-pretenuring",
  // How much the heap may grow before V8 collects all of it. Left to itself, V8 lets 30 MB become 130; imports take 3 % more CPU
  // time with 50 %, and executions as much as before.
  "--heap-growing-percent=50",
  // V8 collects all of an idle process twice, to give memory back. Optimized code goes with it, and an execution takes two to three
  // times as much CPU time until it is made again. The server collects by itself when there is much to give back (process/collect-when-idle.ts).
  "--no-memory-reducer",
  // The compilers' memory goes back to the system, where glibc keeps it: 18 MB less under load, and 23 MB less after a minute of rest.
  "--managed-zone-memory",
];

const settingsFile = join(projectRoot, ".env");

/** The flag that reads the file with the settings, if there is one. */
export const settingsFlags = existsSync(settingsFile) ? [`--env-file=${settingsFile}`] : [];

/** The environment of that Node. Variables that are already set replace these. */
export const nodeEnvironment = {
  NODE_COMPILE_CACHE: compileCache,
  // glibc keeps about 20 MB more with an arena for each thread, and gives little back with its own changing threshold.
  MALLOC_ARENA_MAX: "1",
  MALLOC_TRIM_THRESHOLD_: "131072",
  // Names are resolved in half of these threads, and one whose servers do not respond holds one for 20 seconds or more.
  UV_THREADPOOL_SIZE: "16",
  // Without it, the buffer of each read makes glibc join all small free blocks: 5 % of the CPU time of an execution.
  GLIBC_TUNABLES: "glibc.malloc.mxfast=0",
};
