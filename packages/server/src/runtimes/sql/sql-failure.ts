import type { FailureKind } from "../outcome.ts";

/** What is told of a failure besides its kind and message. */
export interface FailureMarks {
  /** The connection's fields name nothing that can be used, so a connection is not stored with them. */
  concernsConnection?: boolean;
  /** The statement would change data, or may, and the call only reads. The message says nothing of the way out. */
  refusesWriting?: boolean;
}

/** A failure that this server finds itself. */
export class SqlFailure extends Error {
  override name = "SqlFailure";
  readonly kind: FailureKind;
  readonly concernsConnection: boolean;
  readonly refusesWriting: boolean;

  constructor(
    kind: FailureKind,
    message: string,
    { concernsConnection = false, refusesWriting = false }: FailureMarks = {},
  ) {
    super(message);
    this.kind = kind;
    this.concernsConnection = concernsConnection;
    this.refusesWriting = refusesWriting;
  }
}

/** The failure of a statement that is no query, or may be none, where a call only reads. */
export const refuseNoQuery = (said = ""): SqlFailure =>
  new SqlFailure("downstreamRefused", `Only queries, SHOW and EXPLAIN are taken.${said}`, {
    refusesWriting: true,
  });

export const describeTooLarge = (maxBytes: number): string =>
  `The result is larger than ${maxBytes} bytes. Ask for fewer rows or columns.`;

/** Begins the message of an error that a database sent. */
export function introduceError(kind: FailureKind): string {
  switch (kind) {
    case "authorizationExpired":
      return "The database refused the connection's credentials";
    case "missingScope":
      return "The connection's user lacks a permission that this needs";
    case "timeout":
      return "The database ended the statement";
    case "downstreamUnavailable":
      return "The database is not available";
    default:
      return "The database refused the statement";
  }
}
