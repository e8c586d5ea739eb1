import { RequestError, ResponseError, ToolError, type ToolResponse } from "@bowline/catalog/application";
import type { CodeResult, FailedResponse } from "./messages.ts";

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

/** Code in JavaScript may have put anything into an error. What is returned can be sent to the server, and has the types that it says. */
function readError(error: unknown): CodeResult {
  if (error instanceof ResponseError) {
    return { ok: false, response: readResponse(error.response) };
  }
  if (error instanceof RequestError) {
    return { ok: false, kind: readKind(error.kind), message: String(error.message), stack: null };
  }
  if (error instanceof ToolError) {
    const text = String(error.message);
    const said = text === "" || text.length > maxLength ? null : text;
    const message = said ?? "The tool failed and did not say why.";
    return { ok: false, kind: readKind(error.kind), message, stack: null };
  }
  const thrown = error instanceof Error ? error : new Error(String(error));
  const text = String(thrown.message);
  const stack = String(thrown.stack ?? text);
  return {
    ok: false,
    kind: "toolError",
    message: text.length > maxLength ? "The tool's code failed." : `The tool's code failed: ${text}`,
    stack: stack.length > maxLength ? null : stack,
  };
}

type ThrownKind = ToolError["kind"] | RequestError["kind"];

const kinds: Record<ThrownKind, true> = {
  toolError: true,
  downstreamRefused: true,
  downstreamUnavailable: true,
  timeout: true,
  rateLimited: true,
  missingScope: true,
  authorizationExpired: true,
  outputTooLarge: true,
  invalidOutput: true,
};

const isKind = (kind: unknown): kind is ThrownKind => typeof kind === "string" && Object.hasOwn(kinds, kind);

const readKind = (kind: unknown): ThrownKind => (isKind(kind) ? kind : "toolError");

/** @throws Error when it is no response, such as one that the code has made itself */
function readResponse(response: ToolResponse): FailedResponse {
  const body = response.bytes();
  if (!Number.isInteger(response.status) || !(body instanceof Uint8Array)) {
    throw new TypeError("It is no response.");
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
  return { status: response.status, headers: Object.fromEntries(headers), body };
}
