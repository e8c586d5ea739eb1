import { openTurns } from "../open-turns.ts";

const maxRunning = 2;
const maxWaiting = 20;

/** Thrown when too many imports wait. */
export class ImportsBusyError extends Error {
  override readonly name = "ImportsBusyError";
}

/**
 * Runs an import when fewer than two others run in this process, because each may need hundreds of megabytes. The others wait in
 * order.
 *
 * @throws ImportsBusyError when 20 wait already
 */
export const takeImportTurn = openTurns(maxRunning, (waiting) => {
  if (waiting >= maxWaiting) {
    throw new ImportsBusyError("Too many imports wait already. Try again in a minute.");
  }
});
