import type { Worker } from "node:worker_threads";

/**
 * V8's own limit for a thread that is watched. It is far above the one that is meant: V8 ends the whole process when one allocation
 * passes it by more than 16 MB, and it does not count buffers.
 */
export const watchedHeapMb = 4096;

const checkMs = 50;
const bytesPerMb = 1024 * 1024;

/**
 * Watches how much memory a thread takes, buffers included.
 *
 * @param onExceeded called once, when it takes more than `maxMb`
 * @returns ends the watch
 */
export function watchMemory(worker: Worker, maxMb: number, onExceeded: () => void): () => void {
  let isMeasuring = false;
  let isOver = false;
  async function check(): Promise<void> {
    // A thread in the middle of a long step is measured after it.
    if (isMeasuring) {
      return;
    }
    isMeasuring = true;
    const usedMb = await measureMb(worker);
    isMeasuring = false;
    if (usedMb > maxMb && !isOver) {
      end();
      onExceeded();
    }
  }
  const timer = setInterval(check, checkMs);
  function end(): void {
    isOver = true;
    clearInterval(timer);
  }
  return end;
}

/** 0 when the thread has ended. */
const measureMb = (worker: Worker): Promise<number> =>
  worker.getHeapStatistics().then(
    ({ used_heap_size, external_memory }) => (used_heap_size + external_memory) / bytesPerMb,
    () => 0,
  );
