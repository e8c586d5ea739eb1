import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import type { Rows, Statement } from "../dialect.ts";
import { nameColumns } from "../name-rows.ts";
import { describeTooLarge, SqlFailure } from "../sql-failure.ts";
import { type Permission, permitActions } from "./permit-actions.ts";
import { readValue } from "./read-value.ts";
import { isBlank, listParameters } from "./scan-statement.ts";

export interface StatementLimits {
  readOnly: boolean;
  maxRows: number;
  maxBytes: number;
  /** The statement is the caller's. */
  isOwn: boolean;
}

/** @throws SqlFailure, or an error of SQLite */
export function runStatement(
  database: DatabaseSync,
  { text, values }: Statement,
  { readOnly, maxRows, maxBytes, isOwn }: StatementLimits,
): Rows {
  const permission: Permission = { changesRows: false, refusal: null };
  // SQLite asks again while the statement runs if a table has changed meanwhile.
  database.setAuthorizer(permitActions(readOnly, permission));
  try {
    const statement = isOwn ? prepareOwn(database, text) : database.prepare(text);
    const given = isOwn ? arrangeValues(text, values) : { named: {}, listed: values.map(toInput) };
    const read = readRows(statement, given, maxRows, maxBytes);
    database.setAuthorizer(null);
    return { ...read, affectedRows: permission.changesRows ? countChanges(database) : null };
  } catch (error) {
    throw permission.refusal ?? error;
  } finally {
    database.setAuthorizer(null);
  }
}

/** SQLite prepares the first of several statements and ignores the rest. */
function prepareOwn(database: DatabaseSync, text: string): StatementSync {
  if (text.includes("\0") || isBlank(text)) {
    throw new SqlFailure("downstreamRefused", "The statement is empty or holds the character NUL.");
  }
  const statement = database.prepare(text);
  if (!isBlank(text.slice(statement.sourceSQL.length))) {
    throw new SqlFailure("downstreamRefused", "Only one statement is allowed.");
  }
  return statement;
}

interface Given {
  named: Record<string, SQLInputValue>;
  listed: SQLInputValue[];
}

/** SQLite takes a missing value as null, so they are counted here. */
function arrangeValues(text: string, values: readonly unknown[]): Given {
  const parameters = listParameters(text);
  const listed = parameters.filter((name) => name === "?");
  const isListed = listed.length === parameters.length;
  const numbers = parameters.map((name) => Number(/^[?$](\d{1,5})$/.exec(name)?.[1] ?? Number.NaN));
  const wanted = isListed ? listed.length : Math.max(...numbers);
  if (Number.isNaN(wanted) || numbers.includes(0)) {
    const message = "Write parameters as $1, $2 and so on, or all of them as a plain question mark.";
    throw new SqlFailure("downstreamRefused", message);
  }
  if (wanted !== values.length) {
    const message = `The statement has ${wanted} parameters, but \`values\` has ${values.length} entries.`;
    throw new SqlFailure("downstreamRefused", message);
  }
  return isListed
    ? { named: {}, listed: values.map(toInput) }
    : {
        named: Object.fromEntries(
          parameters.map((name, at) => [name, toInput(values[(numbers[at] ?? 1) - 1])]),
        ),
        listed: [],
      };
}

/** A number without a fraction is an integer, also where no column's type says so. */
function toInput(value: unknown): SQLInputValue {
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : (value as SQLInputValue);
}

function readRows(
  statement: StatementSync,
  { named, listed }: Given,
  maxRows: number,
  maxBytes: number,
): Omit<Rows, "affectedRows"> {
  const names = nameColumns(statement.columns().map(({ name }) => name));
  const rows: Record<string, unknown>[] = [];
  let bytes = 0;
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  // Typed as records, but arrays as was just set.
  const lines = statement.iterate(named, ...listed) as Iterable<unknown> as Iterable<SQLOutputValue[]>;
  for (const line of lines) {
    if (rows.length === maxRows) {
      return { rows, isCut: true };
    }
    const row = line.map((value, at): [string, unknown] => [names[at] ?? "", readValue(value)]);
    bytes += row.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
    if (bytes > maxBytes) {
      throw new SqlFailure("outputTooLarge", describeTooLarge(maxBytes));
    }
    rows.push(Object.fromEntries(row));
  }
  return { rows, isCut: false };
}

function countChanges(database: DatabaseSync): number {
  const row = database.prepare("SELECT changes() AS count").get();
  return Number(row?.count ?? 0);
}
