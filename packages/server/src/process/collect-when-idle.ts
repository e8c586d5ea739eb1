import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export const intervalMs = 10_000;
/** Share of one core above which an interval counts as busy. The heartbeats of an idle server take less than one percent. */
const busyShare = 0.05;
/** Growth for which old objects are collected. V8 itself collects them under load before they have grown so much. */
const worthwhileBytes = 24 * 1024 * 1024;
/** Collecting a larger heap would pause the server for too long. */
const largestHeapBytes = 256 * 1024 * 1024;

/**
 * Releases memory in the first idle interval after a busy one, since V8 collects only when something is allocated. The young
 * generation always shrinks. Old objects are collected, in about 50 ms, after work that took much memory, such as an import. Calls
 * leave too little for that, and it has a price while none is under way: V8 gives up the optimized code that knows the shapes of their
 * objects, and a call takes two to three times as much CPU until that code is made again. For the same reason V8's own collections
 * of idle processes are off (`scripts/node-options.mjs`). The timer does not keep the process alive.
 */
export function collectWhenIdle(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: { type: "major" | "minor" }) => void;
  setFlagsFromString("--no-expose-gc");
  let wasBusy = true; // Starting counts as work.
  let before = process.cpuUsage();
  let keptBytes = measureBytes();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > busyShare * intervalMs * 1000) {
      wasBusy = true;
    } else if (wasBusy) {
      wasBusy = false;
      collect({ type: "minor" });
      if (isWorthwhile(keptBytes)) {
        collect({ type: "major" });
        keptBytes = measureBytes();
      }
    }
    before = process.cpuUsage();
  }, intervalMs).unref();
}

/** Whether memory has grown much since a collection kept this many bytes. */
function isWorthwhile(keptBytes: number): boolean {
  return measureBytes() > keptBytes + worthwhileBytes && process.memoryUsage().heapUsed < largestHeapBytes;
}

/** The heap, and what is outside of it and freed with it: the bytes of buffers. */
function measureBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
