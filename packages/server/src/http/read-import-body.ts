import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError } from "../api-error.ts";
import { decodeUtf8, readBytes } from "../entry/read-bytes.ts";
import { listWholeBuffers } from "../threads/list-whole-buffers.ts";
import { createThreadPool, ThreadStoppedError, ThreadsBusyError } from "../threads/thread-pool.ts";
import { checkMediaType, parseText, type ReadBody } from "./read-body.ts";
import { type SplitResult, sliceDocument } from "./split-import-body.ts";

/** A larger body is parsed in a thread (decisions D75). */
const maxInlineBytes = 256 * 1024;
const threadOptions = {
  timeoutMs: 30_000,
  maxWaiting: 20,
  resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
};

/** Prepares a reader for the body of an import, which may be many times as large as other bodies. */
export function prepareImportBody(limitBytes: number): (request: IncomingMessage) => Promise<ReadBody> {
  const script = new URL("./import-body-worker.ts", import.meta.url);
  const pool = createThreadPool<Uint8Array, SplitResult>(script, threadOptions);

  return async (request) => {
    const bytes = await readBytes(request, limitBytes);
    if (bytes.length <= maxInlineBytes) {
      const sent = decodeUtf8(bytes);
      const body = parseText(request, sent);
      // Others get their turn after a long parse (decisions D75).
      await nextTurn();
      return { body, documentText: sliceDocument(body, sent), text: null };
    }
    checkMediaType(request);
    const result = await pool.run(bytes, { transfer: listWholeBuffers(bytes) }).catch((error) => {
      throw explain(error);
    });
    if ("refusal" in result) {
      throw new ApiError("INVALID_REQUEST", result.refusal);
    }
    const { restJson, document, text, schema } = result.body;
    const body = JSON.parse(restJson);
    const texts = { ...(text !== null && { text }), ...(schema !== undefined && { schema }) };
    return {
      body: text === null && schema === undefined ? body : { ...body, ...texts },
      documentText: document,
      text: null,
    };
  };
}

function explain(error: unknown): unknown {
  if (error instanceof ThreadsBusyError) {
    return new ApiError("INTERNAL_ERROR", "Too many imports wait already. Try again in a minute.");
  }
  return error instanceof ThreadStoppedError
    ? new ApiError("INVALID_REQUEST", "The body holds too many values to be read.")
    : error;
}
