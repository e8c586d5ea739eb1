import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const intervalMs = 10_000;
/** Share of one core. Above it an interval was busy; the heartbeats of an idle server take less than one percent. */
const busyShare = 0.05;
/** A larger heap would stand still for too long. */
const largestHeapBytes = 256 * 1024 * 1024;

/**
 * Gives memory back after work: V8 keeps its young generation as large as the last load made it, and collects only when something
 * is allocated. Once after each busy time, when an interval was idle, everything is collected; that takes about 50 ms. Goes on until
 * the process ends, and does not keep it alive.
 */
export function collectWhenIdle(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  let wasBusy = true; // starting is work, too
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > busyShare * intervalMs * 1000) {
      wasBusy = true;
    } else if (wasBusy && process.memoryUsage().heapUsed < largestHeapBytes) {
      wasBusy = false;
      collect();
    }
    before = process.cpuUsage();
  }, intervalMs).unref();
}
