import type { Error as ErrorEnvelope, ExecutionInfo } from "./types.generated.ts";

/** The base class of everything that the SDK throws, except for an aborted signal's reason. */
export class BowlineError extends Error {
  override readonly name: string = "BowlineError";
}

/** What a refusal of the API contains. */
export interface ApiErrorFacts {
  /** The HTTP status. */
  status: number;
  /** The contract's code, such as `NOT_FOUND`; `UNKNOWN` when the response has none. */
  errorCode: string;
  message: string;
  /** Correlation id of the request, to find it in the server's log; null when the response has none. */
  requestId: string | null;
  /** The request's path without its query. */
  path: string;
  /** The members of the request that are wrong; empty for other errors. */
  details: { field: string; issue: string }[];
  /** Seconds to wait before the next call, from `Retry-After`; null without it. */
  retryAfter: number | null;
}

/** The API refused the request. */
export class ApiError extends BowlineError implements ApiErrorFacts {
  override readonly name: string = "ApiError";
  declare readonly status: number;
  declare readonly errorCode: string;
  declare readonly requestId: string | null;
  declare readonly path: string;
  declare readonly details: { field: string; issue: string }[];
  declare readonly retryAfter: number | null;

  constructor(facts: ApiErrorFacts) {
    super(facts.message);
    Object.assign(this, facts);
  }
}

/** 400 `VALIDATION_ERROR`: `details` names each wrong member. */
export class ValidationError extends ApiError {
  override readonly name = "ValidationError";
}
/** 400 `INVALID_REQUEST`: the request is malformed as a whole. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}
/** 401 `UNAUTHORIZED`: the credential is missing or invalid. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}
/** 403 `FORBIDDEN`. */
export class PermissionError extends ApiError {
  override readonly name: string = "PermissionError";
}
/** 403 `TOOL_NOT_PERMITTED`: the toolset or the credential does not permit the tool. */
export class ToolNotPermittedError extends PermissionError {
  override readonly name = "ToolNotPermittedError";
}
/** 404 `NOT_FOUND`. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}
/** 409 `CONFLICT`. */
export class ConflictError extends ApiError {
  override readonly name: string = "ConflictError";
}
/** 409 `NO_DEFAULT_CONNECTION`: no connection was found for the tool. */
export class NoDefaultConnectionError extends ConflictError {
  override readonly name = "NoDefaultConnectionError";
}
/** 409 `AMBIGUOUS_CONNECTION`: several connections of the toolset permit the tool. */
export class AmbiguousConnectionError extends ConflictError {
  override readonly name = "AmbiguousConnectionError";
}
/** 409 `IDEMPOTENCY_CONFLICT`: the key belongs to another request, or its request is still running. */
export class IdempotencyConflictError extends ConflictError {
  override readonly name = "IdempotencyConflictError";
}
/** 429 `RATE_LIMIT_EXCEEDED`, and every other 429: `retryAfter` says when the budget is full again. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}
/** 500 `INTERNAL_ERROR`, and every other status from 500 on. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}

/** No response arrived: the server could not be reached, or the connection broke. */
export class ConnectionError extends BowlineError {
  override readonly name: string = "ConnectionError";
}
/** No response arrived in time. The call may still be running. */
export class TimeoutError extends ConnectionError {
  override readonly name = "TimeoutError";
}

/** What is known of a tool that ran and failed. */
export interface ToolRunFacts {
  /** The kind of failure, such as `downstreamRefused`; null when the server does not say it. */
  kind: string | null;
  message: string;
  /** The record in the history; null when nothing was sent. */
  historyId: number | null;
  executionInfo: ExecutionInfo | null;
  /** Set when a person must approve the call first. */
  approvalId: string | null;
}

/** A tool ran and failed. Only `tools.run` throws it; `tools.execute` returns the failure. */
export class ToolRunError extends BowlineError implements ToolRunFacts {
  override readonly name = "ToolRunError";
  declare readonly kind: string | null;
  declare readonly historyId: number | null;
  declare readonly executionInfo: ExecutionInfo | null;
  declare readonly approvalId: string | null;

  constructor(facts: ToolRunFacts) {
    super(facts.message);
    Object.assign(this, facts);
  }
}

const classes: { [Code in ErrorEnvelope["errorCode"]]: new (facts: ApiErrorFacts) => ApiError } = {
  VALIDATION_ERROR: ValidationError,
  INVALID_REQUEST: InvalidRequestError,
  UNAUTHORIZED: AuthenticationError,
  FORBIDDEN: PermissionError,
  TOOL_NOT_PERMITTED: ToolNotPermittedError,
  NOT_FOUND: NotFoundError,
  CONFLICT: ConflictError,
  NO_DEFAULT_CONNECTION: NoDefaultConnectionError,
  AMBIGUOUS_CONNECTION: AmbiguousConnectionError,
  IDEMPOTENCY_CONFLICT: IdempotencyConflictError,
  RATE_LIMIT_EXCEEDED: RateLimitError,
  INTERNAL_ERROR: ServerError,
};

/** Builds the error of a refusal. `envelope` is the parsed body, whatever it is. */
export function buildApiError(status: number, headers: Headers, path: string, envelope: unknown): ApiError {
  const { errorCode, message, requestId, details }: Record<string, unknown> = Object(envelope);
  const facts: ApiErrorFacts = {
    status,
    errorCode: readText(errorCode) ?? "UNKNOWN",
    message:
      readText(message) ??
      `The response has status ${status} and did not come from Bowline. ${status >= 500 ? "A proxy may not reach the server." : "Check the base URL."}`,
    requestId: readText(requestId) ?? headers.get("x-request-id"),
    path,
    details: Array.isArray(details) ? details : [],
    retryAfter: readRetryAfter(headers),
  };
  const errorClass = Object.hasOwn(classes, facts.errorCode)
    ? classes[facts.errorCode as ErrorEnvelope["errorCode"]]
    : status >= 500
      ? ServerError
      : status === 429
        ? RateLimitError
        : ApiError;
  return new errorClass(facts);
}

/** Another server's response has members of other types. */
const readText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Reads a number of seconds or, as proxies may send it, a date (RFC 9110 §10.2.3). */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get("retry-after") ?? "";
  const seconds = /[a-z]/i.test(text) ? (Date.parse(text) - Date.now()) / 1000 : Number.parseFloat(text);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
