import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const intervalMs = 10_000;
/** Share of one core above which an interval counts as busy. The heartbeats of an idle server take less than one percent. */
const busyShare = 0.05;
/** Collecting a larger heap would pause the server for too long. */
const largestHeapBytes = 256 * 1024 * 1024;

/**
 * Releases memory after work. V8 keeps its young generation at the size of the last load, and collects only when something is
 * allocated. So the first idle interval after a busy one runs a full collection, which takes about 50 ms. The timer does not keep
 * the process alive.
 */
export function collectWhenIdle(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  let wasBusy = true; // Starting counts as work.
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
