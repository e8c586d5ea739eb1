import type { ErrorEnvelope } from "@bowline/contract";
import { ApiError } from "../api-error.ts";
import { concealError } from "../entry/conceal-error.ts";
import type { Logger } from "../log/logger.ts";
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
): { status: number; json: string; retryAfterSeconds: number | null } {
  const apiError = error instanceof ApiError ? error : concealError(parts.log, exchange, error);
  const { status, retryAfterSeconds } = apiError;
  return { status, json: renderEnvelope(apiError, exchange, parts.clock()), retryAfterSeconds };
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
