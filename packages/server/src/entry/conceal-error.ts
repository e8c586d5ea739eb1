import { ApiError } from "../api-error.ts";
import { isOutOfConnections, isReferenceGone } from "../db/sql-state.ts";
import { CutOffError } from "../execution/cut-off-error.ts";
import type { Logger } from "../log/logger.ts";

/** The request in which an unexpected error happened, for the log. */
export interface ConcealedRequest {
  requestId: string;
  method: string;
  path: string;
}

/** For `Retry-After` while the database gives the server no connection. */
const fullSeconds = 5;

/** Logs an unexpected error. The caller gets only a message with the request's id. */
export function concealError(
  log: Logger,
  { requestId, method, path }: ConcealedRequest,
  error: unknown,
): ApiError {
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
  if (isOutOfConnections(error)) {
    return new ApiError(
      "INTERNAL_ERROR",
      `The database has no free connection for the server. Nothing was half-written: try again in ${fullSeconds} seconds. Quote request ${requestId} when reporting it.`,
      null,
      fullSeconds,
    );
  }
  return new ApiError(
    "INTERNAL_ERROR",
    `The server failed. Nothing was half-written and a retry is safe; quote request ${requestId} when reporting it.`,
  );
}
