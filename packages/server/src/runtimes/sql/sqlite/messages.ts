import type { FailureKind } from "../../outcome.ts";
import type { Statement } from "../dialect.ts";

/** Which file to open, and how. */
export interface OpenRequest {
  kind: "open";
  /** Every file must be below it. */
  folder: string;
  /** Relative to the folder, with `/` between its parts. */
  file: string;
  readOnly: boolean;
  /** How long to wait for the lock of another program. */
  busyTimeoutMs: number;
  /** The most bytes of one result. */
  maxBytes: number;
}

/** What the server asks of a process. The process handles one request after the other. */
export type SqliteRequest =
  | OpenRequest
  | { kind: "listTables"; limit: number }
  | { kind: "findTable"; name: string }
  /** `isOwn`: the statement is the caller's. */
  | { kind: "run"; statement: Statement; maxRows: number; isOwn: boolean }
  | { kind: "close"; isKept: boolean };

export interface ReportedFailure {
  kind: FailureKind;
  message: string;
  concernsConnection: boolean;
  refusesWriting: boolean;
}

/** `fault`: SQLite's own error, with its result code when there is one. */
export type SqliteReply =
  | { result: unknown }
  | { failure: ReportedFailure }
  | { fault: { code: number | null; message: string } };
