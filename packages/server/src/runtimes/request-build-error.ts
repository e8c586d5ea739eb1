/** Thrown when no request can be made of an input or a connection; nothing has been sent. The caller's fault: 400. */
export class RequestBuildError extends Error {
  override name = "RequestBuildError";
  /** The path of the request's member that is at fault: `fields.<input>`, or `connectionId` for the connection's own fields. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

export function inputError(input: string, message: string): RequestBuildError {
  return new RequestBuildError(`fields.${input}`, message);
}

export function connectionError(message: string): RequestBuildError {
  return new RequestBuildError("connectionId", message);
}
