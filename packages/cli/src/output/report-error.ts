import {
  ApiError,
  AuthenticationError,
  BowlineError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  TimeoutError,
} from "@bowline/sdk";
import { CommanderError } from "commander";
import { OAuthError } from "../auth/authorization-server.ts";
import {
  AmbiguousError,
  CanceledError,
  type ErrorCode,
  ImportError,
  NotSetUpError,
  NotSignedInError,
  ReportedFailure,
  UsageError,
} from "../errors.ts";
import { cleanText, renderJson } from "./clean-text.ts";

/** Prints an error to stderr and returns the exit code. @param isJson prints it in the form of the API's errors */
export function reportError(error: unknown, isJson: boolean): number {
  const exitCode = findExitCode(error);
  // Commander and the command itself have printed theirs.
  const isPrinted = error instanceof ReportedFailure || (error instanceof CommanderError && !isJson);
  if (!isPrinted) {
    const text = isJson ? renderJson(writeEnvelope(error)) : writeLines(error).join("\n");
    process.stderr.write(`${text}\n`);
  }
  return exitCode;
}

/** The exit code of an error, as the guide "From the terminal" lists them. */
export function findExitCode(error: unknown): number {
  if (error instanceof ReportedFailure) {
    return error.exitCode;
  }
  if (error instanceof CanceledError) {
    return 130;
  }
  if (error instanceof UsageError || error instanceof CommanderError) {
    return 2;
  }
  if (error instanceof NotSignedInError || error instanceof OAuthError) {
    return 4;
  }
  if (error instanceof AmbiguousError || error instanceof NotSetUpError) {
    return 6;
  }
  if (error instanceof ApiError || error instanceof ImportError) {
    return apiExitCodes[error.errorCode] ?? 8;
  }
  if (error instanceof ConnectionError) {
    return 8;
  }
  // The SDK's other errors are about its options: the address or the key.
  return error instanceof BowlineError ? 2 : 1;
}

const apiExitCodes: Record<string, number> = {
  VALIDATION_ERROR: 2,
  INVALID_REQUEST: 2,
  UNAUTHORIZED: 4,
  FORBIDDEN: 4,
  TOOL_NOT_PERMITTED: 4,
  NOT_FOUND: 5,
  CONFLICT: 6,
  NO_DEFAULT_CONNECTION: 6,
  AMBIGUOUS_CONNECTION: 6,
  IDEMPOTENCY_CONFLICT: 6,
  RATE_LIMIT_EXCEEDED: 7,
  INTERNAL_ERROR: 8,
} satisfies Record<ErrorCode, number>;

function writeLines(error: unknown): string[] {
  const message = error instanceof Error ? error.message : String(error);
  const lines = [error instanceof CanceledError ? cleanText(message) : `Error: ${cleanText(message)}`];
  if (error instanceof ApiError) {
    const details = error.details.map(({ field, issue }) => `${cleanText(field)}: ${cleanText(issue)}`);
    // The message of a single problem is the problem.
    lines.push(...details.filter((detail) => lines[0] !== `Error: ${detail}`).map((detail) => `  ${detail}`));
    if (error.requestId !== null) {
      lines.push(`Request id: ${cleanText(error.requestId)}`);
    }
    lines.push(...findNextCommand(error));
  }
  if (error instanceof RateLimitError && error.retryAfter !== null) {
    lines.push(`Try again in ${error.retryAfter} s.`);
  }
  if (error instanceof TimeoutError) {
    lines.push("The call may still be running. --timeout waits longer.");
  } else if (error instanceof ConnectionError) {
    lines.push(
      "Run `bowline status` to see the server's address. --url of `bowline login`, or BOWLINE_URL, sets it.",
    );
  }
  if (error instanceof AuthenticationError) {
    lines.push("Run `bowline login`, or set BOWLINE_API_KEY.");
  }
  return lines;
}

/** By what does not exist: where to look for it. */
const listings = new Map([
  ["Tool", "`bowline tools search WORDS` finds tools."],
  ["Application", "`bowline apps list` lists the applications."],
  ["Connection", "`bowline connections list` lists yours."],
  ["Toolset", "`bowline toolsets list` lists yours."],
  ["Execution", "`bowline history list` lists the calls."],
  ["Approval", "`bowline approvals list` lists them."],
  ["API key", "`bowline keys list` lists yours."],
  ["Grant", "`bowline grants list` lists them."],
  ["Member", "`bowline members list` lists them."],
]);

/** The API's own messages name its paths. */
function findNextCommand(error: ApiError): string[] {
  const [, missing = ""] = /^(.+?) (?:".*"|\S+) does not exist\./.exec(error.message) ?? [];
  const listing = listings.get(missing);
  if (error instanceof NotFoundError && listing !== undefined) {
    return [listing];
  }
  if (error.details.some(({ field }) => field === "toolsetId")) {
    return [listings.get("Toolset") ?? ""];
  }
  const [, application, method] =
    /^No OAuth client is configured for "([^"]+)", authentication method (\d+) /.exec(error.message) ?? [];
  if (application !== undefined) {
    const command = `bowline apps oauth-client ${cleanText(application)} --method ${method}`;
    return [`\`${command}\` shows an Admin what to register, and sets it.`];
  }
  const [, unconnected] = /^There is no connection to use for "([^"]+)"/.exec(error.message) ?? [];
  if (unconnected !== undefined) {
    const command = `bowline connect ${cleanText(unconnected)} --default`;
    return [`\`${command}\` connects an account. --connection names one that you have.`];
  }
  const [, slug] = /^\/v1\/tools\/([^/]+)\/execute$/.exec(error.path) ?? [];
  const isInputWrong = error.details.some(({ field }) => field.startsWith("fields."));
  return slug !== undefined && isInputWrong
    ? [`\`bowline execute ${cleanText(slug)} --help\` shows the input.`]
    : [];
}

function writeEnvelope(error: unknown): Record<string, unknown> {
  // Commander's messages have a label, which belongs in a line for a person.
  const message = isCommandMissing(error)
    ? "A command is missing. Add --help to see what there is."
    : (error instanceof Error ? error.message : String(error)).replace(/^error: /, "");
  const timestamp = new Date().toISOString();
  if (error instanceof ApiError) {
    const { errorCode, requestId, path, details, retryAfter } = error;
    return {
      ...{ errorCode, message, requestId, timestamp, path },
      ...(details.length > 0 && { details }),
      ...(retryAfter !== null && { retryAfter }),
    };
  }
  return {
    errorCode:
      error instanceof ImportError ? error.errorCode : (ownCodes[findExitCode(error)] ?? "UNEXPECTED"),
    message,
    requestId: null,
    timestamp,
    path: null,
  };
}

/** Commander prints the help then. */
const isCommandMissing = (error: unknown): boolean =>
  error instanceof CommanderError && error.code === "commander.help";

const ownCodes: Record<number, string> = {
  2: "VALIDATION_ERROR",
  4: "UNAUTHORIZED",
  6: "CONFLICT",
  8: "UNREACHABLE",
  130: "CANCELED",
};
