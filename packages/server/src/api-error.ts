import { type ErrorCode, errorCodes } from "@bowline/contract";

/** One invalid member of a request; `field` is its path in program notation, such as `list[0].id` (decisions D5). */
export interface Problem {
  field: string;
  issue: string;
}

/** An error of the contract's envelope. Thrown by operations, rendered in `http/render-error.ts`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly Problem[] | null;
  /** For `Retry-After`; null: without it. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    details: readonly Problem[] | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status() {
    return errorCodes[this.code].status;
  }
}

/** 404: nothing has that name. */
export const notFound = (what: string): ApiError => new ApiError("NOT_FOUND", `${what} does not exist.`);

/** 403: it exists, but this caller may not use it. */
export const forbidden = (message: string): ApiError => new ApiError("FORBIDDEN", message);

/** The most problems that one error lists (decisions D5). */
export const maxProblems = 100;

/** 400 that names every problem, `maxProblems` at most. */
export function invalid(problems: readonly Problem[]): ApiError {
  const shown = problems.slice(0, maxProblems);
  const [first] = shown;
  const more =
    problems.length > 1
      ? ` (and ${problems.length > maxProblems ? "many" : problems.length - 1} more, see details)`
      : "";
  const message = first ? `${first.field}: ${first.issue}${more}` : "The request is invalid.";
  return new ApiError("VALIDATION_ERROR", message, shown);
}

/** @throws ApiError `VALIDATION_ERROR` when there are problems */
export function checkNoProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) {
    throw invalid(problems);
  }
}

/** 400 for one member. */
export const invalidField = (field: string, issue: string): ApiError => invalid([{ field, issue }]);
