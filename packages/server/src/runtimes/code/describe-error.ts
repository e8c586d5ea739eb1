import { RequestError, ResponseError, ToolError } from "@bowline/catalog/application";
import type { CodeResult } from "./messages.ts";
import { ReportedFailure } from "./tool-egress.ts";

/** Describes what the code of a tool has thrown. */
export function describeError(error: unknown): CodeResult {
  if (error instanceof ReportedFailure) {
    return { ok: false, ...error.failure, stack: null };
  }
  if (error instanceof ResponseError) {
    const { status, headers } = error.response;
    return { ok: false, response: { status, headers: { ...headers }, body: error.response.bytes() } };
  }
  if (error instanceof RequestError) {
    return { ok: false, kind: error.kind, message: error.message, stack: null };
  }
  if (error instanceof ToolError) {
    const message = error.message || "The tool failed and did not say why.";
    return { ok: false, kind: error.kind, message, stack: null };
  }
  const thrown = error instanceof Error ? error : new Error(String(error));
  return {
    ok: false,
    kind: "toolError",
    message: `The tool's code failed: ${thrown.message}`,
    stack: thrown.stack ?? thrown.message,
  };
}
