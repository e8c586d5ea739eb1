import type { ToolResponse } from "./tool-run.ts";

/** Thrown by `egress.request` for a status other than 2xx. A tool that does not catch it fails as a declared request would. */
export class ResponseError extends Error {
  override readonly name = "ResponseError";
  readonly response: ToolResponse;

  constructor(response: ToolResponse) {
    super(`The application returned ${response.status}.`);
    this.response = response;
  }
}

/** Thrown by `egress.request` when no response came: the address is not allowed, nobody accepts it, it took too long. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly kind: "downstreamUnavailable" | "timeout" | "outputTooLarge" | "invalidOutput";

  constructor(kind: RequestError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
