import type { ErrorEnvelope } from "@bowline/contract";
import { ApiError } from "../api-error.ts";
import type { Deps } from "../deps.ts";
import type { Exchange } from "./exchange.ts";

/** The only place that builds the error envelope (contract, Errors). */
export function renderError(deps: Deps, exchange: Exchange, error: unknown): Response {
  const apiError = error instanceof ApiError ? error : concealError(deps, exchange, error);
  const envelope: ErrorEnvelope = {
    errorCode: apiError.code,
    message: apiError.message,
    requestId: exchange.requestId,
    timestamp: new Date(deps.clock()).toISOString(),
    path: exchange.path,
    ...(apiError.details && { details: [...apiError.details] }),
  };
  return new Response(JSON.stringify(envelope), { status: apiError.status, headers: exchange.headers });
}

/** What was not foreseen goes to the log; the caller learns only where to ask. */
function concealError(deps: Deps, { requestId, method, path }: Exchange, error: unknown): ApiError {
  if (isReferenceGone(error)) {
    return new ApiError("CONFLICT", "What the request refers to was removed at the same moment. Look again.");
  }
  deps.log.error({ err: error, requestId, method, path }, "a request failed unexpectedly");
  return new ApiError(
    "INTERNAL_ERROR",
    `The server could not answer. Nothing was half-written and a retry is safe; quote request ${requestId} when reporting it.`,
  );
}

/** SQLSTATE foreign_key_violation: everything referred to was there when it was checked. */
const isReferenceGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23503";
