import { parentPort, workerData } from "node:worker_threads";

// A thread beside SQLite, which nothing in its process can interrupt: it ends the process.

const { parentId, maxMemoryBytes } = workerData as { parentId: number; maxMemoryBytes: number };
const checkMs = 50;

setInterval(() => {
  if (process.ppid !== parentId) {
    process.kill(process.pid, "SIGKILL");
  }
  if (process.memoryUsage.rss() > maxMemoryBytes) {
    // The server tells by this signal why the process ended.
    process.kill(process.pid, "SIGTERM");
  }
}, checkMs);
parentPort?.postMessage("ready");
