import { ApiError } from "../../api-error.ts";
import { quoteInexactNumbers } from "../../runtimes/parse-exact-json.ts";
import { createThreadPool } from "../../threads/thread-pool.ts";

export interface StoredOutput {
  /** The output as JSON, in which each number that a double does not hold is a text. */
  exactJson: string;
  /** It takes too long to be parsed: only its text can be used. */
  isHeavy: boolean;
}

/** Reads outputs of the history: short ones at once, long ones in a thread (decisions D75). */
export interface StoredOutputs {
  /**
   * @param json the stored text
   * @param party the account user who reads it
   * @throws ApiError `INTERNAL_ERROR` when too many wait to be read, or it takes too long
   */
  read(json: string, party: number): Promise<StoredOutput>;
}

/** Reading a longer one may hold the event loop. */
const maxInlineLength = 64 * 1024;
/** On a busy machine. The work is limited by what the history keeps. */
const timeoutMs = 30_000;

export function openStoredOutputs(): StoredOutputs {
  const script = new URL("./stored-output-worker.ts", import.meta.url);
  const pool = createThreadPool<string, StoredOutput>(script, { timeoutMs });
  return {
    async read(json, party) {
      if (json.length <= maxInlineLength) {
        return { exactJson: quoteInexactNumbers(json), isHeavy: false };
      }
      try {
        return await pool.run(json, { party });
      } catch {
        throw new ApiError("INTERNAL_ERROR", "The stored output could not be read in time. Try again.");
      }
    },
  };
}
