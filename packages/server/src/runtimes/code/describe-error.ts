import { RequestError, ResponseError, ToolError } from "@bowline/catalog/application";
import type { CodeResult } from "./messages.ts";

/** A longer text is not passed on at all: half of a secret at its end could not be found and masked. */
const maxLength = 16 * 1024;

/** Describes what the code of a tool has thrown. Never throws, whatever that is. */
export function describeError(error: unknown): CodeResult {
  try {
    return readError(error);
  } catch {
    // Code of the tool's own ran: a `toString`, a getter or a proxy.
    return { ok: false, kind: "toolError", message: "The tool's code failed.", stack: null };
  }
}

function readError(error: unknown): CodeResult {
  if (error instanceof ResponseError) {
    const { status, headers } = error.response;
    return { ok: false, response: { status, headers: { ...headers }, body: error.response.bytes() } };
  }
  if (error instanceof RequestError) {
    return { ok: false, kind: error.kind, message: error.message, stack: null };
  }
  if (error instanceof ToolError) {
    const said = error.message === "" || error.message.length > maxLength ? null : error.message;
    const message = said ?? "The tool failed and did not say why.";
    return { ok: false, kind: error.kind, message, stack: null };
  }
  const thrown = error instanceof Error ? error : new Error(String(error));
  const isLong = thrown.message.length > maxLength;
  const stack = thrown.stack ?? thrown.message;
  return {
    ok: false,
    kind: "toolError",
    message: isLong ? "The tool's code failed." : `The tool's code failed: ${thrown.message}`,
    stack: stack.length > maxLength ? null : stack,
  };
}
