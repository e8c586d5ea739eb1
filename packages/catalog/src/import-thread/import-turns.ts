const maxRunning = 2;
const maxWaiting = 20;

/** Thrown when too many imports wait. */
export class ImportsBusyError extends Error {
  override readonly name = "ImportsBusyError";
}

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs an import when fewer than two others run in this process, because each may need hundreds of megabytes. The others wait in
 * order.
 *
 * @throws ImportsBusyError when 20 wait already
 */
export async function takeImportTurn<Result>(run: () => Promise<Result>): Promise<Result> {
  if (running < maxRunning) {
    running++;
  } else if (waiting.length >= maxWaiting) {
    throw new ImportsBusyError("Too many imports wait already. Try again in a minute.");
  } else {
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next === undefined) {
      running--;
    } else {
      next();
    }
  }
}
