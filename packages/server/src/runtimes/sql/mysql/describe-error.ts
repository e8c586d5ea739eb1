import { describeNetworkError } from "../../../egress/network-error.ts";
import type { FailureKind } from "../../outcome.ts";
import type { DescribedError } from "../dialect.ts";
import { introduceError } from "../sql-failure.ts";

interface ServerError {
  errno: number;
  sqlState: string;
  message: string;
}

/** The kind of failure by the server's error number; those of MySQL and of MariaDB above 1900 differ. */
const kinds: Record<number, FailureKind> = {
  1040: "downstreamUnavailable", // too many connections
  1044: "missingScope", // no right to the database
  1053: "downstreamUnavailable", // shutdown
  1129: "downstreamUnavailable", // host blocked after errors
  1142: "missingScope", // table
  1143: "missingScope", // column
  1203: "downstreamUnavailable", // too many connections of the user
  1226: "downstreamUnavailable", // a resource limit of the user
  1227: "missingScope", // a global right
  1317: "timeout", // interrupted
  1370: "missingScope", // routine
  1820: "authorizationExpired", // password expired
  1862: "authorizationExpired", // password expired
  1927: "downstreamUnavailable", // killed, MariaDB
  1969: "timeout", // max_statement_time, MariaDB
  3024: "timeout", // max_execution_time, MySQL
  3118: "authorizationExpired", // account locked, MySQL
  4031: "downstreamUnavailable", // idle for too long, MySQL
  4151: "authorizationExpired", // account locked, MariaDB
};
const readOnlyTransaction = 1792;

export const noTls = "HANDSHAKE_NO_SSL_SUPPORT";

export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) {
    return { kind: "downstreamUnavailable", message: "The database could not be reached." };
  }
  if (isServerError(error)) {
    const kind = kinds[error.errno] ?? classify(error.sqlState);
    const message = `${introduceError(kind)}: ${error.message}`;
    return { kind, message, refusesWriting: error.errno === readOnlyTransaction };
  }
  const code = "code" in error ? String(error.code) : "";
  switch (code) {
    case noTls:
      return {
        kind: "downstreamUnavailable",
        message:
          "The database does not encrypt connections. Set the connection's `sslMode` to `prefer` or `disable`.",
      };
    case "HANDSHAKE_SSL_ERROR":
      return {
        kind: "downstreamUnavailable",
        message: `A secure connection to the database could not be made: ${error.message}.`,
      };
    case "AUTH_SWITCH_PLUGIN_ERROR":
      return {
        kind: "downstreamUnavailable",
        message: "The database asks for a way to log in that is not supported.",
      };
    case "PROTOCOL_CONNECTION_LOST":
      return { kind: "downstreamUnavailable", message: "The database closed the connection." };
  }
  return code === "" || /^(?:PROTOCOL|HANDSHAKE|ERR)_/.test(code)
    ? { kind: "invalidOutput", message: "The database's response could not be read." }
    : { kind: "downstreamUnavailable", message: describeNetworkError(error).message };
}

/** MariaDB and MySQL: a mix of collations. MySQL: a text, or a parameter, cannot be converted. */
const conversionErrors = new Set([1267, 1270, 1271, 3854, 3988]);

/** Whether a value has a character that the character set of a column lacks. */
export const lacksCharacter = (error: unknown): boolean =>
  error instanceof Error && isServerError(error) && conversionErrors.has(error.errno);

const isServerError = (error: Error): error is Error & ServerError =>
  "errno" in error && typeof error.errno === "number" && "sqlState" in error && error.sqlState !== "";

/** By SQLSTATE. */
function classify(sqlState: string): FailureKind {
  if (sqlState === "28000") {
    return "authorizationExpired";
  }
  return sqlState.startsWith("08") ? "downstreamUnavailable" : "downstreamRefused";
}
