import type { FailureKind } from "../outcome.ts";

/** A failure that this server finds itself. */
export class SqlFailure extends Error {
  override name = "SqlFailure";
  readonly kind: FailureKind;
  /** The connection's fields name nothing that can be used, so a connection is not stored with them. */
  readonly concernsConnection: boolean;

  constructor(kind: FailureKind, message: string, concernsConnection = false) {
    super(message);
    this.kind = kind;
    this.concernsConnection = concernsConnection;
  }
}

export const onlyQueries =
  "The connection only reads, so it takes only queries, SHOW and EXPLAIN (set `readOnly` to false to run other statements).";

export const describeTooLarge = (maxBytes: number): string =>
  `The result is larger than ${maxBytes} bytes. Ask for fewer rows or columns.`;

/**
 * Begins the message of an error that a database sent.
 *
 * @param triesToWrite whether it refused to change data on a connection that only reads
 */
export function introduceError(kind: FailureKind, triesToWrite: boolean): string {
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
      return triesToWrite
        ? "The connection only reads (set `readOnly` to false to change data)"
        : "The database refused the statement";
  }
}
