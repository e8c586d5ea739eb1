import type { ExecutionSummary } from "@bowline/sdk";

export type FailureKind = NonNullable<ExecutionSummary["failureKind"]>;

interface FailureWords {
  /** For a badge. */
  label: string;
  title: string;
  /** What to do about it. */
  remedy: string;
}

/** The kinds of failure in the history in words (decisions D33). */
const recorded: Record<FailureKind, FailureWords> = {
  downstreamRefused: {
    label: "Refused",
    title: "The application refused the request",
    remedy: "Its message says why. Change the input, or use a connection that may do this.",
  },
  downstreamUnavailable: {
    label: "Unreachable",
    title: "The application could not be reached",
    remedy: "Try again in a moment. If it goes on, check the address of the connection.",
  },
  timeout: {
    label: "Timeout",
    title: "The application took too long",
    remedy: "Ask for less at once, or try again later. The call may still have had an effect.",
  },
  authorizationExpired: {
    label: "Sign in again",
    title: "The connection is no longer authorized",
    remedy: "Connect the account again. The connection keeps its place in toolsets.",
  },
  missingScope: {
    label: "Scope missing",
    title: "The connection may not do this",
    remedy: "Connect the account again and allow what the tool needs.",
  },
  rateLimited: {
    label: "Rate limited",
    title: "The application allows no more calls for now",
    remedy: "Wait, then run it again.",
  },
  outputTooLarge: {
    label: "Too large",
    title: "The result is too large",
    remedy: "Ask for less: fewer results, a shorter time, or fewer fields.",
  },
  invalidOutput: {
    label: "Unreadable",
    title: "The application's response cannot be read",
    remedy: "The application may have a fault, or it is not what its description says.",
  },
  toolError: {
    label: "Tool error",
    title: "The tool reported an error",
    remedy: "Its message says why. Change the input and run it again.",
  },
  originChanged: {
    label: "Address changed",
    title: "The application has a new address",
    remedy: "Its credentials are not sent there until you confirm the address at the connection.",
  },
};
const words: Record<string, FailureWords> = {
  ...recorded,
  // Only in the response: the history has no record of it.
  approvalRequired: {
    label: "Waits for approval",
    title: "A person has to approve this call",
    remedy: "Once it is approved, run it again with the same input.",
  },
};
const unknown: FailureWords = {
  label: "Failed",
  title: "The tool failed",
  remedy: "The message says what went wrong.",
};

/** The application's own fault (RFC 9110 §15.6), which no other input mends. */
const failedThere: FailureWords = {
  label: recorded.downstreamRefused.label,
  title: "The application failed",
  remedy: "It reports an error of its own. Try again later. If it goes on, ask those who run it.",
};

/**
 * A kind of failure in words, and what to do about it.
 *
 * @param statusCode of the application's response, if there is one
 */
export function describeFailure(kind: string | null, statusCode: number | null = null): FailureWords {
  if (kind === "downstreamRefused" && (statusCode ?? 0) >= 500) {
    return failedThere;
  }
  return kind !== null && Object.hasOwn(words, kind) ? (words[kind] ?? unknown) : unknown;
}

/** Whether what a person can do about it is done at the connection. */
export const isMendedAtConnection = (kind: string | null): boolean =>
  kind === "authorizationExpired" || kind === "missingScope" || kind === "originChanged";

/** The kinds of failures in the history, for a choice. */
export const failureKinds = Object.entries(recorded).map(([value, { label }]) => ({ value, label }));
