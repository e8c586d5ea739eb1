import { randomFillSync } from "node:crypto";

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;
/** As an id of a trace has (W3C Trace Context, `trace-id`). */
const idBytes = 16;
const random = Buffer.allocUnsafeSlow(256 * idBytes);
let used = random.length;

/** Returns the caller's `x-request-id` when it is well-formed, else a new id (decisions D6). */
export const chooseRequestId = (sent: string | undefined): string =>
  sent !== undefined && acceptable.test(sent) ? sent : createRequestId();

/**
 * Creates an id of 32 hexadecimal digits. It is a text of one piece: Node puts a UUID together from twenty, and V8 needs more than
 * twice the time to write JSON that has one.
 */
function createRequestId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const begin = used;
  used += idBytes;
  return random.toString("hex", begin, used);
}
