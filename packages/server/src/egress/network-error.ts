import { errors } from "undici";
import type { EgressFailureKind } from "./egress-outcome.ts";
import { TooMuchFramingError } from "./framing-meter.ts";
import { AddressRefusedError } from "./guarded-lookup.ts";
import { addressRefusal } from "./origin-table.ts";

const incomplete = "The application closed the connection before its response was complete.";

const invalidHeaders = "The headers of the application's response are not valid HTTP.";

const tooMuchFraming =
  "The application's response has too much beside its body, such as headers, interim responses or chunk extensions.";

const tooManyFiles =
  "This server has too many files and connections open to reach the application. Try again later; its operator can raise the limit.";

const sentences: Record<string, string> = {
  ENOTFOUND: "The application's host name was not found.",
  EAI_AGAIN: "The application's host name could not be resolved at the moment.",
  ECONNREFUSED: "The application refused the connection.",
  ECONNRESET: "The application closed the connection before it responded.",
  EPIPE: "The application closed the connection before it responded.",
  UND_ERR_SOCKET: "The application closed the connection before it responded.",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH:
    "The application's response is not as long as its Content-Length says: it was cut off, or the header is wrong.",
  UND_ERR_CONNECT_TIMEOUT: "The application did not accept a connection in time.",
  ETIMEDOUT: "The application did not accept a connection in time.",
  EHOSTUNREACH: "The application's host cannot be reached.",
  ENETUNREACH: "The application's network cannot be reached.",
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  UND_ERR_CLOSED: "The server is shutting down.",
  UND_ERR_DESTROYED: "The server is shutting down.",
  UND_ERR_INVALID_ARG: "The request to the application could not be written.",
};

/** Undici refuses what only a request with `Expect` or `Upgrade` asks for, and says no more than this. */
const unaskedResponses: Record<string, string> = {
  "bad response": "100 Continue",
  "bad upgrade": "101 Switching Protocols",
};

const closedCodes = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * Turns an error of a socket, TLS or the HTTP parser into a kind and a sentence without internal addresses.
 *
 * @param hasBegun whether the response had begun
 */
export function describeNetworkError(
  error: Error,
  hasBegun = false,
): { kind: EgressFailureKind; message: string } {
  if (error instanceof AddressRefusedError) {
    return { kind: "addressRefused", message: addressRefusal };
  }
  if (error instanceof TooMuchFramingError) {
    return { kind: "invalidOutput", message: tooMuchFraming };
  }
  const code = findCode(error);
  if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "HPE_HEADER_OVERFLOW") {
    return { kind: "invalidOutput", message: "The headers of the application's response are too large." };
  }
  // For undici, headers that are not valid are a body that does not come, too.
  if (!hasBegun && code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") {
    return { kind: "invalidOutput", message: invalidHeaders };
  }
  // A body in chunks, after `Connection: close`.
  if (hasBegun && error.message.endsWith("(Invalid EOF state)")) {
    return { kind: "downstreamUnavailable", message: incomplete };
  }
  // Undici asserts that a status is 100 or more.
  if (error instanceof errors.HTTPParserError || code === "ERR_ASSERTION") {
    return { kind: "invalidOutput", message: "The application's response is not valid HTTP." };
  }
  const unasked = error instanceof errors.SocketError ? unaskedResponses[error.message] : undefined;
  if (unasked !== undefined) {
    const message = `The application responded ${unasked}, which it was not asked for. That is not supported.`;
    return { kind: "invalidOutput", message };
  }
  const sentence = hasBegun && closedCodes.has(code) ? incomplete : sentences[code];
  if (sentence !== undefined) {
    return { kind: "downstreamUnavailable", message: sentence };
  }
  if (/CERT|SSL|TLS|SIGNATURE|ISSUER/.test(code)) {
    const message = `A secure connection to the application could not be made (${code}).`;
    return { kind: "downstreamUnavailable", message };
  }
  return { kind: "downstreamUnavailable", message: "The application could not be reached." };
}

/** A connection that was tried on several addresses fails with one error that contains theirs. */
function findCode(error: Error): string {
  const all = error instanceof AggregateError ? [error, ...error.errors] : [error];
  for (const one of all) {
    if (typeof one.code === "string") {
      return one.code;
    }
  }
  return "";
}
