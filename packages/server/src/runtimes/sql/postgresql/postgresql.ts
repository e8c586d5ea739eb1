import pg from "pg";
import { describeNetworkError } from "../../../egress/network-error.ts";
import type { FailureKind } from "../../outcome.ts";
import type { Column, DescribedError, Dialect } from "../dialect.ts";
import { quoteName } from "../quote-name.ts";
import { readBytes } from "../read-bytes.ts";
import { introduceError } from "../sql-failure.ts";
import { openPostgresqlLink } from "./open-link.ts";
import { pushdown } from "./pushdown.ts";
import { parseTableName } from "./table-name.ts";

const readOnlyTransaction = "25006";
/** The driver's words for a `COPY` that waits for rows. The database repeats them. */
const nothingToCopy = "No source stream defined";

/** PostgreSQL 12 and newer: collations that are not deterministic came with it. */
export const postgresql: Dialect = {
  quote: quoteName,
  placeholder: (position) => `$${position}`,
  parseTable: parseTableName,
  bind: bindValue,
  defaultValue: () => "DEFAULT",
  open: openPostgresqlLink,
  lacksTls: (error) =>
    error instanceof Error && error.message === "The server does not support SSL connections",
  describeError,
  describeColumn,
  pushdown,
  // As bytes, since a statement with a character that the database's encoding lacks cannot even be sent.
  widen: (quoted, column) =>
    column?.baseType === "encoded" && !column.isArray
      ? { column: `pg_catalog.convert_to(${quoted}::text, 'UTF8')`, bind: (text) => Buffer.from(text) }
      : null,
};

/** The database reads every value as text of the type that it expects at this place. */
function bindValue(value: unknown, column: Column | null): unknown {
  if (column === null || value === null) {
    return typeof value === "object" && !Array.isArray(value) && value !== null
      ? JSON.stringify(value)
      : value;
  }
  if (!column.isArray) {
    return bindScalar(value, column);
  }
  return Array.isArray(value) ? bindEntries(value, column) : writeText(value);
}

/** Lists in a list are its further dimensions. In a list of JSON they are JSON. */
function bindEntries(entries: readonly unknown[], column: Column): unknown[] {
  return entries.map((entry) =>
    entry === null
      ? null
      : Array.isArray(entry) && !jsonTypes.has(column.baseType)
        ? bindEntries(entry, column)
        : bindScalar(entry, column),
  );
}

const jsonTypes: ReadonlySet<string> = new Set(["json", "jsonb"]);

function bindScalar(value: unknown, column: Column): unknown {
  if (jsonTypes.has(column.baseType)) {
    return JSON.stringify(value);
  }
  if (column.baseType === "bytea" && typeof value === "string") {
    return readBytes(value, column);
  }
  return writeText(value);
}

const writeText = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

const schemaTypes: Record<string, string[]> = {
  int2: ["integer"],
  int4: ["integer"],
  // Values that a double cannot hold are texts.
  int8: ["integer", "string"],
  numeric: ["number", "string"],
  float4: ["number", "string"],
  float8: ["number", "string"],
  bool: ["boolean"],
};

function describeColumn({ baseType, isArray, isNullable, type }: Column): Record<string, unknown> {
  if (!isArray && jsonTypes.has(baseType)) {
    return { description: type };
  }
  const types = isArray ? ["array"] : (schemaTypes[baseType] ?? ["string"]);
  return { type: isNullable ? [...types, "null"] : types, description: type };
}

function describeError(error: unknown): DescribedError {
  if (error instanceof pg.DatabaseError) {
    if (error.message.includes(nothingToCopy)) {
      return { kind: "downstreamRefused", message: "COPY … FROM STDIN gets no rows. Use insert_rows." };
    }
    const kind = classify(error.code ?? "");
    const said = [error.message, error.detail].filter(Boolean).join(". ");
    const message = `${introduceError(kind)}: ${said}`;
    return { kind, message, refusesWriting: error.code === readOnlyTransaction };
  }
  if (!(error instanceof Error)) {
    return { kind: "downstreamUnavailable", message: "The database could not be reached." };
  }
  if (error.message === "The server does not support SSL connections") {
    const message =
      "The database does not encrypt connections. Set the connection's `sslMode` to `prefer` or `disable`.";
    return { kind: "downstreamUnavailable", message };
  }
  if (error.message.startsWith("SASL:")) {
    return {
      kind: "authorizationExpired",
      message: "The database did not prove that it knows the password.",
    };
  }
  if (!("code" in error)) {
    return error.message.startsWith("Connection terminated")
      ? { kind: "downstreamUnavailable", message: "The database closed the connection." }
      : { kind: "invalidOutput", message: "The database's response could not be read." };
  }
  const { message } = describeNetworkError(error);
  return { kind: "downstreamUnavailable", message };
}

/** By SQLSTATE (PostgreSQL, appendix A). */
function classify(code: string): FailureKind {
  if (code.startsWith("28")) {
    return "authorizationExpired";
  }
  if (code === "42501") {
    return "missingScope";
  }
  if (code === "57014") {
    return "timeout";
  }
  return code.startsWith("08") || code.startsWith("57P") || code.startsWith("53")
    ? "downstreamUnavailable"
    : "downstreamRefused";
}
