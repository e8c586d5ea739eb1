import type {
  FailureKind,
  ExecutionInfo as PublicExecutionInfo,
  ToolExecuteRequest,
} from "@bowline/contract";

export type { FailureKind };

/** Information on the downstream call. Header names are in lower case, without `set-cookie`. */
export type ExecutionInfo = {
  [Member in keyof PublicExecutionInfo]-?: Exclude<PublicExecutionInfo[Member], undefined>;
} & { executionTime: number };

/** How a request wants the list of results shaped. */
export interface ResultsShape extends Pick<ToolExecuteRequest, "filters" | "sort" | "offset" | "top"> {
  /** From a runtime, in the place of those of the tool's output schema: fields of numbers. Those that a double does not hold are texts, and are compared as numbers. */
  numberFields?: readonly string[];
}

/**
 * The limit that cut a list of results: the number of pages, the time of a call, the size of an output, or the number of rows. `link`: the next page's
 * address was refused, because it has another origin. `repeated`: the application
 * came back to a page that was read before. `page`: the largest page was full, and no way to the next one is known.
 */
export type ResultsCut = "page" | "pages" | "time" | "bytes" | "link" | "repeated" | "rows";

export interface Success {
  isSuccess: true;
  output: unknown;
  /** The JSON text of `output` when it can be passed on unchanged. */
  outputText: string | null;
  /** What an MCP server sent besides structured content, when it says more than that. An empty list: it sent nothing at all. */
  content?: unknown[];
  /** The output takes too long to be parsed: only its text can be used (decisions D75). */
  isOutputHeavy?: boolean;
  /** What the runtime has left to the gateway of the `shape` it got. Absent: all of it. */
  remainingShape?: ResultsShape;
  /** Set when the list of results was cut. */
  resultsCut?: ResultsCut;
  /**
   * One sentence in ASCII. Set when a filter or sort names a field that no result has (decisions D47), and when the call of a dry run
   * needs an approval.
   */
  warning?: string;
  executionInfo: ExecutionInfo;
}

/** The longest message of a failure, in characters. */
export const maxMessageLength = 500;

export interface Failure {
  isSuccess: false;
  kind: FailureKind;
  /** One sentence, at most `maxMessageLength` characters, no secret in it. */
  message: string;
  /** All words of a tool's own failure, where `message` has only their beginning. Only for the response to the caller, never recorded. */
  words?: string;
  /** What an MCP server's tool sent besides the words with which it failed. Only for the response to the caller, never recorded. */
  content?: unknown[];
  /**
   * Why the call is certain to have done nothing: no byte of it was sent, at most what goes before it, or the application refused its
   * credentials, so that it was not applied (RFC 9110 §15.5.2). Default: it may have done something.
   */
  nothingDone?: "unsent" | "unauthorized";
  /** What the connection names cannot be used, so a new connection is refused. Default: the kind and the status decide. */
  concernsConnection?: boolean;
  /** Where the connection's owner signs in again. Only for the response to the caller, never recorded (decisions D79). */
  signInUrl?: string;
  /** What the application wants from the caller's client first. Only for the response to the caller, never recorded. */
  question?: Question;
  /** The failed call's output, if it was readable. */
  output: unknown;
  /** The output as JSON text, where it holds data besides the failure and the caller gets it. Default: the caller gets null. */
  partialText?: string;
  executionInfo: ExecutionInfo;
}

/**
 * What an application asks of the caller's client before it goes on (see `CallerDialog`). `input`: the requests by name, and what it wants
 * back with the responses. `capabilities`: those that the client must have. `refused`: it did not accept what the client sent back.
 */
export type Question =
  | { kind: "input"; requests: Record<string, unknown>; state: string | null }
  | { kind: "capabilities"; required: Record<string, unknown> }
  | { kind: "refused" };

/** The result of running a tool. A failed tool is a value, never an exception. */
export type Outcome = Success | Failure;
