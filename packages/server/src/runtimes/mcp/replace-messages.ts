import { setImmediate as nextTurn } from "node:timers/promises";
import { CollectedBytes } from "../../collected-bytes.ts";

/** Reading a longer message may hold the event loop (decisions D75). */
export const maxSmallBytes = 64 * 1024;
/** So much of a stream is passed on in one turn of the event loop: many chunks may have arrived at once. */
const turnBytes = 64 * 1024;

/** What the client gets in place of messages. */
export interface MessageReplacements {
  /** Reads one large message elsewhere, and returns a smaller one for its place. */
  replaceLarge(body: Uint8Array): Promise<string>;
  /** Returns the text of a small message as the client gets it. */
  replaceSmall(message: string): string;
}

/**
 * Passes a response's body on with other messages in place of its own. An event of a stream is passed on when it is complete.
 *
 * @param isStream the body is a stream of events, otherwise it is one message
 */
export function replaceMessages(
  body: ReadableStream<Uint8Array>,
  isStream: boolean,
  { replaceLarge, replaceSmall }: MessageReplacements,
): ReadableStream<Uint8Array> {
  let held = new CollectedBytes();
  /** The last two bytes of what came. */
  let tail = "";
  let passedBytes = 0;

  async function release(controller: TransformStreamDefaultController<Uint8Array>): Promise<void> {
    const whole = held.join();
    held = new CollectedBytes();
    if (whole.length <= maxSmallBytes) {
      const text = whole.toString("utf8");
      controller.enqueue(Buffer.from(isStream ? replaceData(text, replaceSmall) : replaceSmall(text)));
      return;
    }
    const replacement = await replaceLarge(whole);
    const isComment = replacement.startsWith(":");
    controller.enqueue(
      Buffer.from(isStream ? `${isComment ? "" : "data: "}${replacement}\n\n` : replacement),
    );
  }

  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        const end = isStream ? findLastEventEnd(tail, bytes) : 0;
        if (end > 0) {
          held.add(bytes.subarray(0, end));
          passedBytes += held.sizeBytes;
          await release(controller);
          if (passedBytes > turnBytes) {
            passedBytes = 0;
            await nextTurn();
          }
        }
        if (end < bytes.length) {
          held.add(bytes.subarray(end));
        }
        tail = (tail + bytes.toString("latin1", Math.max(0, bytes.length - 2))).slice(-2);
      },
      async flush(controller) {
        if (held.sizeBytes > 0) {
          await release(controller);
        }
      },
    }),
  );
}

/**
 * Replaces the messages of events. A message on several lines gets one line: between its lines, JSON has only white space. Otherwise
 * a server could hide from `replace` what the client reads. An event whose message is replaced by nothing is left out, unless it says
 * how the stream can be resumed.
 */
function replaceData(events: string, replace: (message: string) => string): string {
  let replaced = "";
  let data: string[] = [];
  let dataEnd = "";
  let others = "";
  const endEvent = (end: string) => {
    const message = data.length === 0 ? "" : replace(data.join(" "));
    if (message !== "" || /^(?:id|retry)/m.test(others)) {
      replaced += others + (data.length === 0 ? "" : `data:${message}${dataEnd}`) + end;
    }
    [data, dataEnd, others] = [[], "", ""];
  };
  for (const [line, text = "", end = ""] of events.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    if (text.startsWith("data:")) {
      data.push(text.slice("data:".length));
      dataEnd = end;
    } else if (text === "") {
      endEvent(line);
    } else {
      others += line;
    }
  }
  return replaced;
}

/** Where the last complete event in a chunk ends: after an empty line. 0: nowhere. @param before the last bytes of the chunk before */
function findLastEventEnd(before: string, bytes: Buffer): number {
  const last = Math.max(bytes.lastIndexOf("\n\n") + 2, bytes.lastIndexOf("\n\r\n") + 3);
  if (last > 2) {
    return last;
  }
  // The empty line may begin in the chunk before.
  const joint = /\n\r?\n/.exec(before + bytes.toString("latin1", 0, 2));
  const end = joint === null ? 0 : joint.index + joint[0].length - before.length;
  return Math.max(0, end);
}
