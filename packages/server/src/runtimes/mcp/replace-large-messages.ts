import { mayHoldLargeNumber } from "../../problems/find-numbers.ts";
import { quoteLargeNumbers } from "../parse-exact-json.ts";

/** Reading a longer message may hold the event loop (decisions D75). */
export const maxSmallBytes = 64 * 1024;

/** Reads one large message elsewhere, and returns a small one for its place. */
export type ReplaceMessage = (body: Uint8Array) => Promise<string>;

/**
 * Passes a response's body on, with a small message in place of each large one, and no number that parsing would change. An event of a stream is passed on when it is
 * complete.
 *
 * @param isStream the body is a stream of events, otherwise it is one message
 */
export function replaceLargeMessages(
  body: ReadableStream<Uint8Array>,
  isStream: boolean,
  replace: ReplaceMessage,
): ReadableStream<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;

  async function release(controller: TransformStreamDefaultController<Uint8Array>): Promise<void> {
    const whole = held.length === 1 && held[0] !== undefined ? held[0] : Buffer.concat(held, heldBytes);
    [held, heldBytes] = [[], 0];
    if (whole.length <= maxSmallBytes) {
      controller.enqueue(keepLargeNumbers(whole, isStream));
      return;
    }
    const replacement = await replace(whole);
    const isComment = replacement.startsWith(":");
    controller.enqueue(
      Buffer.from(isStream ? `${isComment ? "" : "data: "}${replacement}\n\n` : replacement),
    );
  }

  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        const end = isStream ? findLastEventEnd(held.at(-1), chunk) : 0;
        if (end > 0) {
          held.push(chunk.subarray(0, end));
          heldBytes += end;
          await release(controller);
        }
        if (end < chunk.length) {
          held.push(chunk.subarray(end));
          heldBytes += chunk.length - end;
        }
      },
      async flush(controller) {
        if (heldBytes > 0) {
          await release(controller);
        }
      },
    }),
  );
}

/** The client would parse a number beyond 2⁵³ as another one, so it becomes a text. */
function keepLargeNumbers(message: Uint8Array, isStream: boolean): Uint8Array {
  const text = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString("utf8");
  if (!mayHoldLargeNumber.test(text)) {
    return message;
  }
  return Buffer.from(isStream ? text.replace(/^data:.*$/gm, quoteLargeNumbers) : quoteLargeNumbers(text));
}

/** Where the last complete event in a chunk ends: after an empty line. 0: nowhere. */
function findLastEventEnd(before: Uint8Array | undefined, chunk: Uint8Array): number {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const last = Math.max(bytes.lastIndexOf("\n\n") + 2, bytes.lastIndexOf("\n\r\n") + 3);
  if (last > 2) {
    return last;
  }
  // The empty line may begin in the chunk before.
  const tail = before === undefined ? "" : Buffer.from(before.slice(-2)).toString("latin1");
  const joint = /\n\r?\n/.exec(tail + bytes.toString("latin1", 0, 2));
  const end = joint === null ? 0 : joint.index + joint[0].length - tail.length;
  return Math.max(0, end);
}
