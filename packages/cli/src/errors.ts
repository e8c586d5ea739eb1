import type { Error as ErrorEnvelope } from "@bowline/sdk";

/** A code of the API's errors. */
export type ErrorCode = ErrorEnvelope["errorCode"];

/** The command line itself is wrong: nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** There is no credential for the server. */
export class NotSignedInError extends Error {
  override readonly name = "NotSignedInError";
}

/** Several things fit and the caller has to choose. */
export class AmbiguousError extends Error {
  override readonly name = "AmbiguousError";
}

/** An Admin has to set something up first. */
export class NotSetUpError extends Error {
  override readonly name = "NotSetUpError";
}

/** A command ended as the person wished, for example at a prompt. */
export class CanceledError extends Error {
  override readonly name = "CanceledError";
}

/** An import that went on at the server failed there. */
export class ImportError extends Error {
  override readonly name = "ImportError";
  readonly errorCode: ErrorCode;

  constructor(message: string, errorCode: ErrorCode) {
    super(message);
    this.errorCode = errorCode;
  }
}

/** Was reported already. */
export class ReportedFailure extends Error {
  override readonly name = "ReportedFailure";
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("The command failed.");
    this.exitCode = exitCode;
  }
}
