import * as zlib from "node:zlib";
import type { EgressFailureKind } from "./egress-outcome.ts";

interface DecodeFailure {
  kind: EgressFailureKind;
  message: string;
}

interface Codec {
  now(body: Buffer, options: { maxOutputLength: number }): Buffer;
  later(body: Buffer, options: { maxOutputLength: number }, done: Done): void;
}
type Done = (error: Error | null, decoded: Buffer) => void;

/** Larger bodies, packed or unpacked, are decoded in a thread. For smaller ones a thread costs more than it saves. */
const smallPackedBytes = 16_384;
const smallBytes = 131_072;
const maxCodings = 3;
/** What servers write of a body that is not packed. Only the first is a coding. */
const noCodings: ReadonlySet<string> = new Set(["identity", "none", "utf-8", "utf8"]);

/**
 * Decodes a body by its `content-encoding` (RFC 9110 §8.4). Decoding stops at `maxBytes`, so that a small body cannot unpack to
 * gigabytes.
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string,
  maxBytes: number,
): Promise<Buffer | DecodeFailure> {
  const names = contentEncoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !noCodings.has(name));
  if (names.length > maxCodings) {
    return unreadable("too many codings");
  }
  let decoded = body;
  for (const name of names.reverse()) {
    const codec = findCodec(name, decoded);
    if (codec === null) {
      return unreadable(`unknown coding ${name.slice(0, 40)}`);
    }
    try {
      decoded = await unpack(codec, decoded, maxBytes);
    } catch (error) {
      return isTooLarge(error) ? tooLarge(maxBytes) : unreadable(`broken ${name}`);
    }
  }
  return decoded.length > maxBytes ? tooLarge(maxBytes) : decoded;
}

function findCodec(name: string, body: Buffer): Codec | null {
  switch (name) {
    case "gzip":
    case "x-gzip":
      return { now: zlib.gunzipSync, later: zlib.gunzip };
    case "deflate":
      // The name means the zlib format, but many servers send raw deflate (RFC 9110 §8.4.1.2).
      return ((body[0] ?? 0) & 0x0f) === 8
        ? { now: zlib.inflateSync, later: zlib.inflate }
        : { now: zlib.inflateRawSync, later: zlib.inflateRaw };
    case "br":
      return { now: zlib.brotliDecompressSync, later: zlib.brotliDecompress };
    case "zstd":
      return { now: zlib.zstdDecompressSync, later: zlib.zstdDecompress };
    default:
      return null;
  }
}

async function unpack(codec: Codec, body: Buffer, maxBytes: number): Promise<Buffer> {
  const maxOutputLength = Math.max(maxBytes, 1);
  if (body.length <= smallPackedBytes) {
    try {
      return codec.now(body, { maxOutputLength: Math.min(maxOutputLength, smallBytes) });
    } catch (error) {
      if (!isTooLarge(error) || maxBytes <= smallBytes) {
        throw error;
      }
    }
  }
  return await new Promise((resolve, reject) => {
    codec.later(body, { maxOutputLength }, (error, decoded) => (error ? reject(error) : resolve(decoded)));
  });
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}

function tooLarge(maxBytes: number): DecodeFailure {
  return {
    kind: "outputTooLarge",
    message: `The application's response is larger than ${maxBytes} bytes when unpacked.`,
  };
}

function unreadable(reason: string): DecodeFailure {
  return { kind: "invalidOutput", message: `The application's response could not be unpacked (${reason}).` };
}
