/** No request can be built from the input and the connection, so nothing was sent. The caller gets a 400. */
export class RequestBuildError extends Error {
  override name = "RequestBuildError";
  /** The path of the wrong member of the request: `fields.<input>`, or `connectionId` for the connection's own fields. */
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
