import type { FailureKind, ExecutionInfo as PublicExecutionInfo } from "@bowline/contract";

export type { FailureKind };

/** Information on the downstream call. Header names are in lower case, without `set-cookie`. */
export type ExecutionInfo = {
  [Member in keyof PublicExecutionInfo]-?: Exclude<PublicExecutionInfo[Member], undefined>;
} & { executionTime: number };

/**
 * The limit that cut a list of results: the number of pages, the time of a call, or the size of an output. `link`: the next page's
 * address was refused, because it has another origin.
 */
export type ResultsCut = "pages" | "time" | "bytes" | "link";

export interface Success {
  isSuccess: true;
  output: unknown;
  /** The JSON text of `output` when it can be passed on unchanged. */
  outputText: string | null;
  /** The output takes too long to be parsed: only its text can be used (decisions D75). */
  isOutputHeavy?: boolean;
  /** Set when the list of results was cut. */
  resultsCut?: ResultsCut;
  /** One sentence. Set when a filter or sort names a field that no result has (decisions D47). */
  fieldWarning?: string;
  executionInfo: ExecutionInfo;
}

export interface Failure {
  isSuccess: false;
  kind: FailureKind;
  /** One sentence, at most 500 characters, no secret in it. */
  message: string;
  /** Where the connection's owner signs in again. Only for the response to the caller, never recorded (decisions D79). */
  signInUrl?: string;
  /** The failed call's output, if it was readable. */
  output: unknown;
  executionInfo: ExecutionInfo;
}

/** The result of running a tool. A failed tool is a value, never an exception. */
export type Outcome = Success | Failure;
