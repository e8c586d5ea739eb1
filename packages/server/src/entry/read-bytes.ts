import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { ApiError } from "../api-error.ts";

/**
 * Reads the body's bytes, and stops at the limit.
 *
 * @throws ApiError `INVALID_REQUEST` when the body is too large or ends too early
 */
export function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) {
    throw tooLarge(limitBytes);
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  request
    .on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        reject(tooLarge(limitBytes));
      } else {
        chunks.push(chunk);
      }
    })
    .on("end", () => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
      chunks.length = 0; // The request is kept until the response is sent.
    })
    .on("error", () => reject(new ApiError("INVALID_REQUEST", "The body ended before it was complete.")));
  return promise;
}

const tooLarge = (limitBytes: number): ApiError =>
  new ApiError("INVALID_REQUEST", `The body is larger than the limit of ${limitBytes} bytes.`);

/** @throws ApiError `INVALID_REQUEST`: what is not UTF-8 would be replaced without a word (RFC 8259 §8.1) */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new ApiError("INVALID_REQUEST", "The body is not in UTF-8, the encoding of JSON.");
  }
  return bytes.toString();
}
