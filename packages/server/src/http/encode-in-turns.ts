import { setImmediate as nextTurn } from "node:timers/promises";

/** In characters. Encoding a longer text at once may hold the event loop (decisions D75). */
export const maxAtOnce = 256 * 1024;

/** Encodes a text as UTF-8, and lets other work of the process continue in between (decisions D75). */
export async function encodeInTurns(text: string): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for (let begin = 0; begin < text.length; ) {
    const end = findEnd(text, begin + maxAtOnce);
    pieces.push(Buffer.from(text.slice(begin, end)));
    begin = end;
    await nextTurn();
  }
  return pieces;
}

/** The two halves of a character stay together. */
const findEnd = (text: string, end: number): number =>
  isFirstHalf(text.charCodeAt(end - 1)) && end < text.length ? end + 1 : end;

const isFirstHalf = (code: number): boolean => code >= 0xd8_00 && code <= 0xdb_ff;
