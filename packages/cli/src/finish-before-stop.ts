import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs work that a signal must not leave half done. The process ends after it; a second signal ends it at once.
 *
 * @param work gets a function that says whether a signal has come, so that it can undo instead of going on
 */
export async function finishBeforeStop<Result>(
  work: (isStopped: () => boolean) => Promise<Result>,
): Promise<Result> {
  let stoppedBy: (typeof signals)[number] | null = null;
  const stop = (signal: (typeof signals)[number]) => {
    if (stoppedBy !== null) {
      process.exit(128 + constants.signals[signal]);
    }
    stoppedBy = signal;
  };
  const before = signals.map((signal) => process.listeners(signal));
  for (const signal of signals) {
    process.removeAllListeners(signal).on(signal, stop);
  }
  try {
    return await work(() => stoppedBy !== null);
  } finally {
    if (stoppedBy !== null) {
      process.exit(128 + constants.signals[stoppedBy]);
    }
    for (const [index, signal] of signals.entries()) {
      process.off(signal, stop);
      for (const listener of before[index] ?? []) {
        process.on(signal, listener);
      }
    }
  }
}
