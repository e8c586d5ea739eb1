/**
 * Runs a few jobs at a time; the others wait, the oldest goes first.
 *
 * @param checkWaiting gets how many wait already before another job does; that job is refused with what it throws
 */
export function openTurns(
  atOnce: number,
  checkWaiting: (count: number) => void = () => undefined,
): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (job) => {
    if (running >= atOnce) {
      checkWaiting(waiting.length);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await job();
    } finally {
      // The turn passes to the next that waits.
      const next = waiting.shift();
      if (next === undefined) {
        running--;
      } else {
        next();
      }
    }
  };
}
