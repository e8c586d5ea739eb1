import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { ApiError } from "../api-error.ts";
import { CollectedBytes } from "../collected-bytes.ts";

/** For each MiB of the limit, and at least once. A large import may take as long as Node waits, which is five minutes. */
const arrivalMs = 30_000;

/**
 * Reads the body's bytes, and stops at the limit. One key could keep thousands of connections open with bodies that come a byte at a time.
 *
 * @throws ApiError `INVALID_REQUEST` when the body is compressed, is too large, takes too long or ends too early
 */
export async function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if ((request.headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") {
    throw new ApiError("INVALID_REQUEST", compressed);
  }
  const announcedBytes = Number(request.headers["content-length"]);
  if (announcedBytes > limitBytes) {
    throw new ApiError("INVALID_REQUEST", describeTooLarge(limitBytes));
  }
  // A request begins a turn after its headers arrived (`serveInTurn`). Most bodies are there by then, and need neither listeners nor
  // a timer.
  return request.readableLength === announcedBytes ? takeArrived(request) : collect(request, limitBytes);
}

function takeArrived(request: IncomingMessage): Buffer {
  const collected = new CollectedBytes();
  // Since Node 26, each `read` returns one chunk.
  for (let chunk: Buffer | null = request.read(); chunk !== null; chunk = request.read()) {
    collected.add(chunk);
  }
  request.resume(); // Only a stream that is read on ends.
  return collected.join();
}

function collect(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let collected = new CollectedBytes();
  const timer = setTimeout(() => fail("The request took too long to arrive."), findArrivalMs(limitBytes));
  const fail = (message: string) => {
    clearTimeout(timer);
    reject(new ApiError("INVALID_REQUEST", message));
  };
  request
    .on("data", (chunk: Buffer) => {
      if (collected.sizeBytes + chunk.length > limitBytes) {
        fail(describeTooLarge(limitBytes));
      } else {
        collected.add(chunk);
      }
    })
    .on("end", () => {
      clearTimeout(timer);
      resolve(collected.join());
      collected = new CollectedBytes(); // The request is kept until the response is sent.
    })
    .on("error", () => fail("The body ended before it was complete."));
  return promise;
}

const findArrivalMs = (limitBytes: number): number => arrivalMs * Math.max(1, limitBytes / 2 ** 20);

/** RFC 9110 §15.5.16 has the status 415 for it, which is none of the contract's (decisions D2). */
const compressed =
  "The body is compressed, which is not supported. Send it as it is, without the header content-encoding.";

const describeTooLarge = (limitBytes: number): string =>
  `The body is larger than the limit of ${limitBytes} bytes.`;

/** @throws ApiError `INVALID_REQUEST`: what is not UTF-8 would be replaced without a word (RFC 8259 §8.1) */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new ApiError("INVALID_REQUEST", "The body is not in UTF-8, the encoding of JSON.");
  }
  return bytes.toString();
}
