import type { DescribedError } from "../dialect.ts";

/** An error of SQLite, with its result code (sqlite.org/rescode.html) when there is one. */
export class SqliteFault extends Error {
  override name = "SqliteFault";
  readonly code: number | null;

  constructor(code: number | null, message: string) {
    super(message);
    this.code = code;
  }
}

const locked: DescribedError = {
  kind: "downstreamUnavailable",
  message: "The database is locked by another program. Try again.",
};
const damaged: DescribedError = {
  kind: "invalidOutput",
  message: "The file is damaged, or is no SQLite database.",
};

/** The description by the primary result code. Others are the statement's own faults. */
const known: Record<number, DescribedError> = {
  5: locked,
  6: locked,
  8: {
    kind: "downstreamRefused",
    message: "The file cannot be written: the connection only reads (`readOnly`), or the server may not.",
  },
  10: { kind: "downstreamUnavailable", message: "The file could not be read or written." },
  11: damaged,
  13: { kind: "downstreamUnavailable", message: "The disk of the database is full." },
  14: {
    kind: "downstreamUnavailable",
    message:
      "The file could not be opened. The server must be allowed to read it, and in WAL mode to write to its folder.",
  },
  18: { kind: "outputTooLarge", message: "A value or a statement is too large." },
  26: damaged,
};

export function describeError(error: unknown): DescribedError {
  if (!(error instanceof SqliteFault)) {
    return { kind: "downstreamUnavailable", message: "SQLite could not be run." };
  }
  const { code, message } = error;
  return (
    (code === null ? undefined : known[code & 0xff]) ?? {
      kind: "downstreamRefused",
      message: `The database refused the statement: ${message}`,
    }
  );
}
