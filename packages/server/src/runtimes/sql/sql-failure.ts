import type { FailureKind } from "../outcome.ts";

/** A failure that this server finds itself. */
export class SqlFailure extends Error {
  override name = "SqlFailure";
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
