import { createThreadPool } from "../../threads/thread-pool.ts";
import { hidden, type MaskedRecord, maskRecord, type RecordTexts } from "./mask-record.ts";

/** Masks the records of the history: small ones at once, large ones in a thread (decisions D75). */
export interface MaskThreads {
  /** @param party the account user whose record it is */
  mask(texts: RecordTexts, party?: number): MaskedRecord | Promise<MaskedRecord>;
}

/** A longer input may take more than a few milliseconds. */
const maxInlineLength = 16 * 1024;
const maxInlineSecrets = 20;

export function openMaskThreads(): MaskThreads {
  const script = new URL("./mask-worker.ts", import.meta.url);
  const pool = createThreadPool<Omit<RecordTexts, "body">, MaskedRecord>(script);

  async function maskInThread(texts: RecordTexts, party: number | undefined): Promise<MaskedRecord> {
    const { body: _, ...job } = texts;
    try {
      return await pool.run(job, { party });
    } catch {
      // Out of time or memory, or too many are waiting. What could not be masked is not shown.
      return { input: null, ...hidden(texts) };
    }
  }

  return {
    mask(texts, party) {
      const record = texts.bodyJson.length <= maxInlineLength ? maskRecord(texts, maxInlineSecrets) : null;
      return record === null || record === "tooManySecrets" ? maskInThread(texts, party) : record;
    },
  };
}
