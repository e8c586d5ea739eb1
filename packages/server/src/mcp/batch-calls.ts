import { openTurns } from "@bowline/catalog/open-turns";
import { ApiError } from "../api-error.ts";
import type { ToolCallOutput } from "./offered-tools.ts";

const maxRunning = 4;
/** A batch of as many calls as the SDK takes, each with a result as long as it is by default, stays below it. */
const defaultMaxLength = 32 * 1024 * 1024;

/**
 * The calls of one batch (revision 2025-03-26). The SDK begins all at once, and keeps every result until the last one is there. So a few
 * run at a time, and when their results are large together, no further one is begun.
 */
export class BatchCalls {
  readonly #maxLength: number;
  readonly #inTurn = openTurns(maxRunning);
  #length = 0;

  /** @param maxLength of all results as JSON, in characters */
  constructor(maxLength = defaultMaxLength) {
    this.#maxLength = maxLength;
  }

  /** Runs a call when it is its turn. @throws ApiError `INVALID_REQUEST`: it was not begun */
  run(call: () => Promise<ToolCallOutput>): Promise<ToolCallOutput> {
    return this.#inTurn(async () => {
      if (this.#length > this.#maxLength) {
        throw new ApiError(
          "INVALID_REQUEST",
          "The results of this batch are too large together. This call was not run: send it in a request of its own.",
        );
      }
      const output = await call();
      this.#length += JSON.stringify(output).length;
      return output;
    });
  }
}
