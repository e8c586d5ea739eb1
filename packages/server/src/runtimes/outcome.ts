import type { FailureKind, ExecutionInfo as PublicExecutionInfo } from "@bowline/contract";

export type { FailureKind };

/** What is known of the downstream call; header names are in lower case, without `set-cookie`. */
export type ExecutionInfo = {
  [Member in keyof PublicExecutionInfo]-?: Exclude<PublicExecutionInfo[Member], undefined>;
} & { executionTime: number };

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
  /** Set when no result has a field that filters or sorts name: one sentence that says so (decisions D47). */
  fieldWarning?: string;
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
