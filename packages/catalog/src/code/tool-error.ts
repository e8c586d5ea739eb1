/** The kinds of failure that a tool may report. */
export type ToolErrorKind =
  | "toolError"
  | "downstreamRefused"
  | "downstreamUnavailable"
  | "timeout"
  | "rateLimited"
  | "missingScope"
  | "authorizationExpired";

/** Thrown by a tool to fail with a message that the caller reads. Every other error is reported without its stack. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly kind: ToolErrorKind;

  /** @param message one sentence that says what is wrong and what to do, at most 500 characters */
  constructor(message: string, { kind = "toolError" }: ToolErrorOptions = {}) {
    super(message);
    this.kind = kind;
  }
}

export interface ToolErrorOptions {
  /** Default `toolError`. With `authorizationExpired` the token is renewed. The tool then runs a second time, if that is safe (`docs/code-applications.md`). */
  kind?: ToolErrorKind;
}
