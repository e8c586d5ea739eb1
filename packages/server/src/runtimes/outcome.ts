/** Why a tool that was run did not succeed (decisions D33). */
export type FailureKind =
  | "downstreamRefused"
  | "downstreamUnavailable"
  | "timeout"
  | "authorizationExpired"
  | "missingScope"
  | "rateLimited"
  | "outputTooLarge"
  | "invalidOutput"
  | "toolError"
  | "originChanged";

/** What is known of the downstream call. */
export interface ExecutionInfo {
  statusCode: number | null;
  /** Names in lower case, without `set-cookie`. */
  headers: Record<string, string> | null;
  /** Milliseconds, with fractions. */
  executionTime: number;
  /** Bytes of the decoded body. */
  dataSize: number | null;
}

/**
 * Which bound ended the following of pages before all results that were needed had come: so many pages, the time of a call, the
 * size of an output; `link`: the next page's address was refused, being of another origin.
 */
export type ResultsCut = "pages" | "time" | "bytes" | "link";

export interface Success {
  isSuccess: true;
  output: unknown;
  /** The JSON text of `output` when it can be passed on unchanged. */
  outputText: string | null;
  /** Set when the list of results is not whole. */
  resultsCut?: ResultsCut;
  executionInfo: ExecutionInfo;
}

export interface Failure {
  isSuccess: false;
  kind: FailureKind;
  /** One sentence, at most 500 characters, no secret in it. */
  message: string;
  /** Where the connection's owner signs in again. For the response to the caller alone: never recorded (decisions D79). */
  signInUrl?: string;
  /** What the failed call answered, when it was readable. */
  output: unknown;
  executionInfo: ExecutionInfo;
}

/** What running a tool came to. A tool that fails is a value, never an exception. */
export type Outcome = Success | Failure;
