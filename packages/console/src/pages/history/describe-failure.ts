import type { ExecutionSummary } from "@bowline/sdk";

export type FailureKind = NonNullable<ExecutionSummary["failureKind"]>;

interface FailureWords {
  label: string;
  /** What to do about it. */
  remedy: string;
}

const words: Record<FailureKind, FailureWords> = {
  downstreamRefused: {
    label: "Refused",
    remedy:
      "The application refused the request. Its message says why: compare the input with what it asks for.",
  },
  downstreamUnavailable: {
    label: "Unreachable",
    remedy: "The application could not be reached, or failed. Try again later, and check its address.",
  },
  timeout: {
    label: "Timeout",
    remedy:
      "The application took too long. Ask for less, or try again. What it was asked for may still have happened.",
  },
  authorizationExpired: {
    label: "Sign in again",
    remedy: "The connection's credential is no longer accepted. Renew it on the page Connections.",
  },
  missingScope: {
    label: "Scope missing",
    remedy: "The connection does not have the right. Sign in again and allow it.",
  },
  rateLimited: { label: "Rate limited", remedy: "The application asks for a pause. Try again later." },
  outputTooLarge: {
    label: "Too large",
    remedy: "The result was too large. Ask for fewer records or fields.",
  },
  invalidOutput: {
    label: "Unreadable",
    remedy:
      "The application's response could not be read. Its description may be out of date: import it again.",
  },
  toolError: { label: "Tool error", remedy: "The tool itself reported an error. Its message says which." },
  originChanged: {
    label: "Address changed",
    remedy:
      "The application's address changed after the credential was entered. Confirm it on the page Connections.",
  },
  approvalRequired: {
    label: "Waits for approval",
    remedy:
      "The toolset's settings hold this call. Decide on the page Approvals, then the agent tries again.",
  },
};

/** A kind of failure in words, and what to do about it. */
export const describeFailure = (kind: FailureKind | null): FailureWords =>
  kind === null ? { label: "Failed", remedy: "The message says what went wrong." } : words[kind];

/** The kinds of failures, for a choice. */
export const failureKinds = Object.entries(words).map(([value, { label }]) => ({ value, label }));
