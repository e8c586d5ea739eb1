import { createThreadPool } from "../../threads/thread-pool.ts";
import {
  hidden,
  type MaskedRecord,
  maskInput,
  maskRecord,
  type RecordTexts,
  type SearchLimits,
} from "./mask-record.ts";

/** Masks the records of the history: small ones at once, large ones in a thread (decisions D75). */
export interface MaskThreads {
  /**
   * Returns the record without what could not be masked.
   *
   * @param party the account user whose record it is
   */
  mask(texts: RecordTexts, party?: number): MaskedRecord | Promise<MaskedRecord>;
}

/** A longer input may take more than a few milliseconds. */
const maxInlineLength = 16 * 1024;
/** An output of 32 KiB that repeats a secret in escapes takes as long. */
const inlineLimits: SearchLimits = { secrets: 20, work: 32 * 1024 };

export function openMaskThreads(): MaskThreads {
  const script = new URL("./mask-worker.ts", import.meta.url);
  const pool = createThreadPool<Omit<RecordTexts, "body">, MaskedRecord>(script);

  async function maskInThread(texts: RecordTexts, party: number | undefined): Promise<MaskedRecord> {
    const { body: _, ...job } = texts;
    try {
      return await pool.run(job, { party });
    } catch {
      // Out of time or memory, or too many are waiting. What could not be masked is not shown.
      return { input: isShort(texts) ? maskInput(texts) : null, ...hidden(texts) };
    }
  }

  return {
    mask(texts, party) {
      const record = isShort(texts) ? maskInline(texts) : "tooMuch";
      return record === "tooMuch" ? maskInThread(texts, party) : record;
    },
  };
}

const isShort = ({ bodyJson }: RecordTexts): boolean => bodyJson.length <= maxInlineLength;

function maskInline(texts: RecordTexts): MaskedRecord | "tooMuch" {
  try {
    return maskRecord(texts, inlineLimits);
  } catch {
    // Nested too deeply for the stack here. That of a thread is larger.
    return "tooMuch";
  }
}
