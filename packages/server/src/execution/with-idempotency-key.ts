import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { ApiError, invalidField } from "../api-error.ts";
import {
  claimIdempotencyKey,
  type IdempotencyClaim,
  type IdempotencyState,
  releaseIdempotencyKey,
  storeIdempotentResponse,
} from "../db/idempotency-keys.ts";
import type { Caller } from "../db/people/callers.ts";
import type { Schema, StoredResponse } from "../db/schema.ts";
import type { Logger } from "../log/logger.ts";
import type { Vault } from "../vault/vault.ts";
import { CutOffError } from "./cut-off-error.ts";
import type { ExecutionRequest } from "./execution-request.ts";
import { nameCredential } from "./name-credential.ts";
import { repeatKeyUpdate } from "./repeat-key-update.ts";

const wellFormed = /^[\x21-\x7e]{1,255}$/;
/** Time besides the tool's own, to write history and store the response. */
const marginMs = 15_000;
/** How long a claim is retried while the database is unavailable, as in a restart. */
const claimingMs = 3000;
const claimAgainMs = 200;

/** The parts of the server that idempotency keys use. */
export interface IdempotencyParts {
  db: Kysely<Schema>;
  vault: Vault;
  log: Logger;
  toolTimeoutMs: number;
}

/**
 * A response to store. Not when nothing was sent, since the call waits for an approval (decisions D66), its connection has ended or its
 * application cannot be reached: made again with the same key, it may run.
 */
export interface IdempotentRun extends StoredResponse {
  isSent: boolean;
  /** The JSON to store. Default: that of the response. Sign-in links are kept nowhere (decisions D79). */
  keptJson?: string | undefined;
}

/**
 * Runs a request at most once for its idempotency key (decisions D35). The same request of the same credential gets the stored
 * response. A key is released when nothing of its request was sent.
 *
 * @param run throws a CutOffError when the tool may have been called
 * @throws ApiError `IDEMPOTENCY_CONFLICT`, `VALIDATION_ERROR`
 */
export async function withIdempotencyKey(
  parts: IdempotencyParts,
  caller: Caller,
  request: ExecutionRequest,
  key: string,
  run: () => Promise<IdempotentRun>,
): Promise<StoredResponse> {
  const { companyId } = caller;
  await parts.vault.prepare(companyId);
  const claim = buildClaim(caller, request, key);
  const state = await claimKey(parts, claim);
  if (state.kind === "done") {
    return openResponse(parts, companyId, claim, state.sealedResponse);
  }
  if (state.kind !== "claimed") {
    throw new ApiError("IDEMPOTENCY_CONFLICT", conflicts[state.kind]);
  }
  const { isSent, keptJson, ...response } = await run().catch(async (error) => {
    if (!(error instanceof CutOffError)) {
      await releaseKey(parts, claim);
    }
    throw error;
  });
  if (isSent) {
    await storeResponse(parts, companyId, claim, { ...response, json: keptJson ?? response.json });
  } else {
    await releaseKey(parts, claim);
  }
  return response;
}

/** @throws ApiError `VALIDATION_ERROR` */
export function checkIdempotencyKey(key: string): void {
  if (!wellFormed.test(key)) {
    throw invalidField("Idempotency-Key", "Must be 1 to 255 visible ASCII characters.");
  }
}

/**
 * Claims the key, and retries for a moment while the database is unavailable. When the claim fails, nothing was sent, but the
 * claim may be stored: it is released once the database is back (decisions D87).
 */
async function claimKey(
  { db, toolTimeoutMs, log }: IdempotencyParts,
  claim: IdempotencyClaim,
): Promise<IdempotencyState> {
  const deadline = performance.now() + claimingMs;
  for (;;) {
    try {
      return await claimIdempotencyKey(db, claim, toolTimeoutMs + marginMs);
    } catch (error) {
      if (performance.now() > deadline) {
        repeatKeyUpdate(() => releaseIdempotencyKey(db, claim), log, { isOnceMore: true });
        throw error;
      }
      await sleep(claimAgainMs);
    }
  }
}

/** Releases a key whose request did not run. When the database is unavailable, it is released later. */
async function releaseKey({ db, log }: IdempotencyParts, claim: IdempotencyClaim): Promise<void> {
  const release = () => releaseIdempotencyKey(db, claim);
  await release().catch(() => repeatKeyUpdate(release, log));
}

/** Stores the response for the same request. When the database is unavailable, it is stored later. */
async function storeResponse(
  { db, vault, log }: IdempotencyParts,
  companyId: number,
  claim: IdempotencyClaim,
  response: StoredResponse,
): Promise<void> {
  const store = async () => {
    const sealed = await vault.seal(companyId, purposeOf(claim), JSON.stringify(response));
    await storeIdempotentResponse(db, claim, sealed);
  };
  await store().catch((error) => {
    log.warn({ err: error }, "the response to an idempotency key will be stored when the database is back");
    repeatKeyUpdate(store, log);
  });
}

async function openResponse(
  { vault }: IdempotencyParts,
  companyId: number,
  claim: IdempotencyClaim,
  sealed: Buffer,
): Promise<StoredResponse> {
  return JSON.parse(await vault.open(companyId, purposeOf(claim), sealed)) as StoredResponse;
}

/** The purpose that a stored response is sealed with. */
const purposeOf = ({ accountUserId, credential, keyHash }: IdempotencyClaim): string =>
  `idempotency:${accountUserId}:${credential}:${keyHash.toString("hex")}`;

const conflicts = {
  otherRequest: "This idempotency key was used for another request. Use a new key.",
  running: "The request with this idempotency key is still running. Ask again later.",
  outcomeUnknown:
    "The request with this idempotency key was cut off, and it is not known whether the tool ran. Look into the application, then use a new key.",
};

const buildClaim = (caller: Caller, request: ExecutionRequest, key: string): IdempotencyClaim => ({
  accountUserId: caller.accountUserId,
  credential: nameCredential(caller.credential),
  keyHash: sha256(key),
  requestHash: hashRequest(request),
  claim: randomUUID(),
});

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

function hashRequest({ toolSlug, applicationSlug, connectionId, toolsetId, body }: ExecutionRequest): Buffer {
  return sha256(JSON.stringify([toolSlug, applicationSlug, connectionId, toolsetId, body]));
}
