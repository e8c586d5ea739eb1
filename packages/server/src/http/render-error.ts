import type { ErrorEnvelope } from "@bowline/contract";
import { ApiError } from "../api-error.ts";
import { isReferenceGone } from "../db/sql-state.ts";
import { CutOffError } from "../execution/cut-off-error.ts";
import type { Logger } from "../logger.ts";
import type { Exchange } from "./exchange.ts";

/** The parts of the server that rendering an error uses. */
export interface ErrorParts {
  log: Logger;
  clock: () => number;
}

/** Renders an error in the contract's envelope. */
export function renderError(
  parts: ErrorParts,
  exchange: Exchange,
  error: unknown,
): { status: number; json: string } {
  const apiError = error instanceof ApiError ? error : concealError(parts.log, exchange, error);
  return { status: apiError.status, json: renderEnvelope(apiError, exchange, parts.clock()) };
}

/** The only place that builds the error envelope (contract, Errors). */
export function renderEnvelope(
  { code, message, details }: ApiError,
  { requestId, path }: Pick<Exchange, "requestId" | "path">,
  atMs: number,
): string {
  const envelope: ErrorEnvelope = {
    errorCode: code,
    message,
    requestId,
    timestamp: new Date(atMs).toISOString(),
    path,
    ...(details && { details: [...details] }),
  };
  return JSON.stringify(envelope);
}

/** Logs an unexpected error. The caller gets only a message with the request's id. */
function concealError(log: Logger, { requestId, method, path }: Exchange, error: unknown): ApiError {
  // It existed when it was checked, and was deleted since.
  if (isReferenceGone(error)) {
    return new ApiError(
      "CONFLICT",
      "Something that the request refers to was just deleted. Check it and try again.",
    );
  }
  log.error({ err: error, requestId, method, path }, "a request failed unexpectedly");
  if (error instanceof CutOffError) {
    return new ApiError(
      "INTERNAL_ERROR",
      `The tool was called, but the server failed before it received the result. Check the application before you try again; quote request ${requestId} when reporting it.`,
    );
  }
  return new ApiError(
    "INTERNAL_ERROR",
    `The server failed. Nothing was half-written and a retry is safe; quote request ${requestId} when reporting it.`,
  );
}
