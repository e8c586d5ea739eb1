import type { Socket } from "node:net";
import type { JsonSchema } from "@bowline/catalog";
import type { FailureKind } from "../outcome.ts";
import type { CallBudget } from "../runtime.ts";

/** Where and as whom to connect over the network. It contains the password. */
export interface DatabaseTarget {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  sslMode: "disable" | "prefer" | "require" | "verify-full";
  /** PEM, the only authorities that may have signed the server's certificate. Null: those of this machine. */
  caCertificate: string | null;
  readOnly: boolean;
}

export interface Statement {
  text: string;
  /** As `bind` prepared them. */
  values: unknown[];
}

/** The default of a column whose values a database counts and tells after an INSERT. */
export const autoIncrement = "AUTO_INCREMENT";

/** A column as the database describes it. */
export interface Column {
  name: string;
  /** As the dialect writes it, such as `numeric(10,2)`. */
  type: string;
  /** The type without its length, and the base type of a domain. `enum` for an enumeration. */
  baseType: string;
  isArray: boolean;
  isNullable: boolean;
  isPrimaryKey: boolean;
  /** Whether the user may read it, not only write it. */
  isReadable: boolean;
  default: string | null;
}

export interface Table {
  /** The name that list_tables returns. */
  name: string;
  /** Schema and name, for a statement. */
  path: string[];
  kind: "table" | "view";
  /** Those that the user may read or write. */
  columns: Column[];
}

export interface Rows {
  rows: Record<string, unknown>[];
  /** Null when the statement changes nothing by its kind. */
  affectedRows: number | null;
  /** There were more rows. */
  isCut: boolean;
  /** The number that the database chose for the inserted row. Absent: none, or it does not say so. */
  generatedKey?: number | string;
}

/** One transaction in a database. Every method may throw what `describeError` of the dialect reads. */
export interface Session {
  account: string;
  /** Whether an INSERT returns its rows. */
  returnsInserted: boolean;
  /** Lists tables with their columns, in the order of their names. */
  listTables(limit: number): Promise<{ tables: Table[]; isCut: boolean }>;
  /** Null: the user sees no table of this name. */
  findTable(name: string): Promise<Table | null>;
  /** Runs a statement that this server has built. */
  run(statement: Statement, maxRows: number): Promise<Rows>;
  /** Runs one statement of the caller. Several are refused by the database. */
  runOwn(statement: Statement, maxRows: number): Promise<Rows>;
}

/** An open connection. It runs one transaction at a time. */
export interface Link {
  /**
   * Runs a transaction; it is rolled back when the task throws, or the connection only reads.
   *
   * @param budget its time is for each statement, kept by the database
   */
  transact<Result>(budget: CallBudget, task: (session: Session) => Promise<Result>): Promise<Result>;
  /** Bytes received so far. */
  readonly bytesRead: number;
  /** Whether the connection can run another transaction. */
  readonly isUsable: boolean;
  /** Closes it at once. A statement under way fails here. */
  end(): void;
  /** Asks the database over a connection of its own to end the statement under way. Absent: `end` does so. */
  cancel?(socket: Socket): Promise<void>;
}

/** How a column is compared with a text that its character set may lack. */
export interface WideComparison {
  column: string;
  bind(text: string): unknown;
}

/** What an error of the driver or the database means. It may contain secrets. */
export interface DescribedError {
  kind: FailureKind;
  message: string;
  /** See `SqlFailure`. Default: false. */
  refusesWriting?: boolean;
}

/** How statements are written for a kind of database, and how its values and errors are read. */
export interface SqlSyntax {
  quote(name: string): string;
  /** The text that stands for the value with this number; the first is 1. */
  placeholder(position: number): string;
  /** Prepares a JSON value for a parameter. Column null: unknown. */
  bind(value: unknown, column: Column | null): unknown;
  /** Reads the parts of a table's name. */
  parseTable(name: string): string[];
  /** Written for a value that a row of an INSERT leaves out. Column null: unknown. */
  defaultValue(column: Column | null): string;
  /** Writes what `IS NULL` is asked of, where it holds for values of the column that are not null. Absent: the column itself. */
  writeForNullTest?(quoted: string, column: Column | null): string;
  /** Says what an error of the driver or the database means. */
  describeError(error: unknown): DescribedError;
  /** The JSON Schema of a column's values. */
  describeColumn(column: Column): JsonSchema;
  pushdown: Pushdown;
  /**
   * Says how a column is compared with a text of any characters, also with those that the column's character set lacks. Null, or absent: as
   * with other texts.
   *
   * @param isRefused the database has refused the usual comparison (`lacksCharacter`)
   */
  widen?(quoted: string, column: Column | null, isRefused: boolean): WideComparison | null;
  /** Whether an error says that a column was compared with a character that its character set lacks. */
  lacksCharacter?(error: unknown): boolean;
}

/** A kind of database that is reached over the network. */
export interface Dialect extends SqlSyntax {
  /** Logs in through an open socket. */
  open(socket: Socket, target: DatabaseTarget): Promise<Link>;
  /** Whether the server refuses encryption, so that `prefer` goes without. */
  lacksTls(error: unknown): boolean;
}

/** How conditions and orders of a request are written exactly as the gateway would apply them. */
export interface Pushdown {
  /** Whether the column's values are numbers, also where JSON shows some of them as texts. */
  isNumber(column: Column): boolean;
  /** Null: cannot be said exactly. `bind` adds a value and returns its placeholder. */
  condition(column: Column, operator: string, value: string, bind: (value: unknown) => string): string | null;
  /** Null: cannot be said. */
  order(column: Column, direction: 1 | -1): string | null;
}
