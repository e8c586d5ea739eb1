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
