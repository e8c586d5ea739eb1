import type { ResponseFailure } from "@bowline/catalog";
import type { FailureKind } from "../outcome.ts";

/** A module with tools, as a thread loads it. */
export interface CodeModule {
  /** Path of the file. */
  file: string;
  /** The operator's folder, whose files have rules of their own; null for an application of this project. */
  operatorFolder: string | null;
  /** SHA-256 of the operator's code as it was when the server started. Undefined: any code is run. */
  codeHash?: string | undefined;
}

/** One call of a tool. */
export interface CodeJob {
  operation: string;
  input: Readonly<Record<string, unknown>>;
  fields: Readonly<Record<string, string>>;
  serverUrl: string;
  /** How the application reports a failure with a status of success; null: not at all. */
  failure: ResponseFailure | null;
  /** For the output as JSON. */
  maxBytes: number;
}

/** A request that the tool's code asks for, as the thread has written it. */
export interface AskedRequest {
  method: string;
  /** Absolute, or a path below the tool's server. */
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

export type AskedResponse =
  | { ok: true; status: number; headers: Record<string, string>; body: Uint8Array }
  | {
      ok: false;
      kind: "downstreamUnavailable" | "timeout" | "outputTooLarge" | "invalidOutput";
      message: string;
    };

/** For what the code of a tool asks for after its end. */
export const callIsOver: AskedResponse = { ok: false, kind: "timeout", message: "The call is over." };

/** A response that the code of a tool did not take. */
export interface FailedResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** How the code of a tool ended. Nothing in it is masked yet. */
export type CodeResult =
  | { ok: true; outputText: string }
  /** The application's response was a failure, and the code did not catch it. */
  | { ok: false; response: FailedResponse }
  | {
      ok: false;
      kind: FailureKind;
      message: string;
      /** For the log. */
      stack: string | null;
    };

export type ToThread =
  /** `mark`: the thread prints this line when the call is over. */
  | { kind: "call"; job: CodeJob; mark: string }
  | { kind: "response"; requestId: number; response: AskedResponse }
  | { kind: "abort" };

export type FromThread =
  | { kind: "ready" }
  /** The module cannot be loaded. */
  | { kind: "unusable"; message: string }
  | { kind: "request"; requestId: number; request: AskedRequest }
  /** `isReusable`: nothing of the call goes on. */
  | { kind: "done"; result: CodeResult; isReusable: boolean };
