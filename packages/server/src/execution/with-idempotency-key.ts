import { createHash } from "node:crypto";
import { ApiError, invalidField } from "../api-error.ts";
import type { Caller } from "../db/callers.ts";
import {
  claimIdempotencyKey,
  releaseIdempotencyKey,
  storeIdempotentResponse,
} from "../db/idempotency-keys.ts";
import type { StoredResponse } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { ExecutionRequest } from "./execution-request.ts";

const wellFormed = /^[\x21-\x7e]{1,255}$/;
/** Beyond the tool's own time: waiting for history and storing the answer. */
const marginMs = 15_000;

/**
 * Runs a request at most once for its idempotency key (decisions D35). The stored answer comes back for the same request; a key
 * whose request did not get as far as the tool is free again.
 *
 * @throws ApiError `IDEMPOTENCY_CONFLICT`, `VALIDATION_ERROR`
 */
export async function withIdempotencyKey(
  deps: Deps,
  caller: Caller,
  request: ExecutionRequest,
  key: string,
  run: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  if (!wellFormed.test(key)) {
    throw invalidField("Idempotency-Key", "Must be 1 to 255 visible ASCII characters.");
  }
  const { kysely } = deps.db;
  const { accountUserId } = caller;
  const keyHash = sha256(key);
  const state = await claimIdempotencyKey(
    kysely,
    { accountUserId, keyHash, requestHash: hashRequest(request) },
    deps.config.toolTimeoutMs + marginMs,
  );
  if (state.kind === "done") {
    return state.response;
  }
  if (state.kind !== "claimed") {
    throw new ApiError("IDEMPOTENCY_CONFLICT", conflicts[state.kind]);
  }
  try {
    const { json, headers } = await run();
    const response = { json, headers };
    await storeIdempotentResponse(kysely, accountUserId, keyHash, response).catch((error) =>
      deps.log.error({ err: error }, "the answer to an idempotency key could not be stored"),
    );
    return response;
  } catch (error) {
    // Whatever is thrown was thrown before anything was sent: a failure of the tool is an answer.
    await releaseIdempotencyKey(kysely, accountUserId, keyHash).catch(() => undefined);
    throw error;
  }
}

const conflicts = {
  otherRequest: "This idempotency key was used for another request. Use a new key.",
  running: "The request with this idempotency key is still running. Ask again later.",
  outcomeUnknown:
    "The request with this idempotency key was cut off, and it is not known whether the tool ran. Look into the application, then use a new key.",
};

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

function hashRequest({ toolSlug, applicationSlug, connectionId, toolsetId, body }: ExecutionRequest): Buffer {
  return sha256(JSON.stringify([toolSlug, applicationSlug, connectionId, toolsetId, body]));
}
