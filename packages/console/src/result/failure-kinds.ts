import type { Execution } from "@bowline/sdk";

export type FailureKind = NonNullable<Execution["failureKind"]>;

interface FailureWords {
  title: string;
  /** What to do about it. */
  remedy: string;
}

/** The kinds of failure in words (decisions D33). */
export const failureWords: Record<FailureKind, FailureWords> = {
  downstreamRefused: {
    title: "The application refused the request",
    remedy: "Its message says why. Change the input, or use a connection that may do this.",
  },
  downstreamUnavailable: {
    title: "The application could not be reached",
    remedy: "Try again in a moment. If it goes on, check the address of the connection.",
  },
  timeout: {
    title: "The application took too long",
    remedy: "Ask for less at once, or try again later. The call may still have had an effect.",
  },
  authorizationExpired: {
    title: "The connection is no longer authorized",
    remedy: "Connect the account again. The connection keeps its place in toolsets.",
  },
  missingScope: {
    title: "The connection may not do this",
    remedy: "Connect the account again and allow what the tool needs.",
  },
  rateLimited: {
    title: "The application allows no more calls for now",
    remedy: "Wait, then run it again.",
  },
  outputTooLarge: {
    title: "The result is too large",
    remedy: "Ask for less: fewer results, a shorter time, or fewer fields.",
  },
  invalidOutput: {
    title: "The application's response cannot be read",
    remedy: "The application may have a fault, or it is not what its description says.",
  },
  toolError: {
    title: "The tool reported an error",
    remedy: "Its message says why. Change the input and run it again.",
  },
  originChanged: {
    title: "The application has a new address",
    remedy: "Its credentials are not sent there until you confirm the address at the connection.",
  },
  approvalRequired: {
    title: "A person has to approve this call",
    remedy: "Once it is approved, run it again with the same input.",
  },
};

export const isFailureKind = (kind: string | null): kind is FailureKind =>
  kind !== null && Object.hasOwn(failureWords, kind);
