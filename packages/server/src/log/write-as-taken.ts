import { constants, fstatSync, openSync, writeSync } from "node:fs";
import type { LogOutput } from "./log-output.ts";

/** How much waits for a reader, or for room on a disk, before lines are dropped. */
const maxWaitingBytes = 1024 * 1024;
const retryMs = 100;
/** For the last lines of a process that ends. */
const lastMs = 1000;

/**
 * Opens a pipe once more, for writes that do not wait. Those to the first opening have to: other programs may share it.
 *
 * @returns the file descriptor; null: `fd` is no pipe, or the system cannot open it again
 */
export function openPipe(fd: number): number | null {
  try {
    const flags = constants.O_WRONLY | constants.O_NONBLOCK;
    return fstatSync(fd).isFIFO() ? openSync(`/proc/self/fd/${fd}`, flags) : null;
  } catch {
    return null;
  }
}

/**
 * Writes to a pipe, a file or a terminal, and waits for no reader of a pipe: a collector of logs that hangs must not hold up every call.
 * What a full pipe or a full disk does not take is kept, up to 1 MiB, and tried again; more is dropped.
 *
 * @param fd of `openPipe`, or of a file or a terminal
 * @param onDropped called with the number of dropped lines once everything that was kept is written
 */
export function writeAsTaken(fd: number, onDropped: (lines: number) => void): LogOutput {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let droppedLines = 0;
  let timer: NodeJS.Timeout | undefined;

  /** @returns whether the pipe took everything */
  function push(): boolean {
    clearTimeout(timer);
    timer = undefined;
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const written = tryToWrite(fd, first);
      if (written === null) {
        timer = setTimeout(push, retryMs).unref();
        return false;
      }
      waitingBytes -= written;
      waiting = written === first.length ? waiting.slice(1) : [first.subarray(written), ...waiting.slice(1)];
    }
    if (droppedLines > 0) {
      const lines = droppedLines;
      droppedLines = 0;
      onDropped(lines);
    }
    return true;
  }

  return {
    write(text) {
      if (waitingBytes > maxWaitingBytes) {
        droppedLines += text.split("\n").length - 1;
        return;
      }
      const bytes = Buffer.from(text);
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (timer === undefined) {
        push();
      }
    },
    flushSync() {
      const clock = new Int32Array(new SharedArrayBuffer(4));
      for (const deadline = performance.now() + lastMs; !push() && performance.now() < deadline; ) {
        Atomics.wait(clock, 0, 0, 10);
      }
    },
  };
}

const isFull: readonly unknown[] = ["EAGAIN", "ENOSPC", "EDQUOT"];

/** @returns the bytes that were written, all of them when nobody will ever read them; null: the pipe or the disk is full */
function tryToWrite(fd: number, bytes: Buffer): number | null {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    return error instanceof Error && "code" in error && isFull.includes(error.code) ? null : bytes.length;
  }
}
