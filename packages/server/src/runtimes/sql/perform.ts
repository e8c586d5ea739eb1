import type { SqlOperation } from "@bowline/catalog";
import type { ResultsShape } from "../outcome.ts";
import type { TableInput } from "./build-statement.ts";
import type { Session, SqlSyntax, Table } from "./dialect.ts";
import { insertRows } from "./insert-rows.ts";
import { listNumberFields, pushShape } from "./push-shape.ts";
import { runBuilt } from "./run-built.ts";
import { SqlFailure } from "./sql-failure.ts";

/** The most rows of one statement. */
export const maxRows = 1000;
/** The most tables listed as objects of a connection, since that list has no pages. */
const maxTables = 5000;

export interface Task {
  syntax: SqlSyntax;
  session: Session;
  operation: SqlOperation;
}

/** What an operation returned. */
export interface Done {
  output: unknown;
  /** There were more rows than a statement may return. */
  isCut: boolean;
  /** What is left to do of the shape. Absent: all of it. */
  remainingShape?: ResultsShape;
}

/**
 * Runs an operation in an open transaction.
 *
 * @throws SqlFailure when the table or a column does not exist; what the dialect's `describeError` reads when the database refuses
 */
export async function perform(
  task: Task,
  input: Readonly<Record<string, unknown>>,
  shape: ResultsShape | undefined,
): Promise<Done> {
  const { session, operation } = task;
  if (operation === "list_tables") {
    return listTables(task, input);
  }
  if (operation === "read_query" || operation === "run_query") {
    const values = ((input.values ?? []) as unknown[]).map((value) => task.syntax.bind(value, null));
    const { isCut, rows, affectedRows } = await session.runOwn({ text: String(input.sql), values }, maxRows);
    return { output: operation === "read_query" ? { rows } : { rows, affectedRows }, isCut };
  }
  // The tool's schema has accepted the input.
  const asked = input as unknown as TableInput;
  const table = await session.findTable(asked.table);
  if (table === null) {
    throw new SqlFailure(
      "downstreamRefused",
      `The connection's user sees no table ${JSON.stringify(asked.table)}; list_tables lists those that it sees.`,
    );
  }
  switch (operation) {
    case "describe_table":
      return { output: describeTable(table), isCut: false };
    case "select_rows":
      return selectRows(task, asked, table, shape);
    case "get_row":
      return getRow(task, asked, table);
    case "insert_rows":
      return { output: await insertRows(task, asked, table, maxRows), isCut: false };
    default: {
      const { affectedRows } = await runBuilt(task, operation, asked, table, maxRows);
      return { output: { affectedRows }, isCut: false };
    }
  }
}

async function listTables(
  { session, syntax }: Task,
  { limit, withRowSchema }: Readonly<Record<string, unknown>>,
): Promise<Done> {
  const most = typeof limit === "number" ? limit : withRowSchema === true ? maxTables : maxRows;
  const { tables, isCut } = await session.listTables(most);
  const listed = tables.map((table) => ({
    name: table.name,
    kind: table.kind,
    ...(withRowSchema === true && { rowSchema: buildRowSchema(syntax, table) }),
  }));
  return { output: { account: session.account, tables: listed }, isCut: isCut && limit === undefined };
}

function buildRowSchema(syntax: SqlSyntax, { columns }: Table): Record<string, unknown> {
  const properties = columns
    .filter(({ isReadable }) => isReadable)
    .map((column) => [column.name, syntax.describeColumn(column)]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

const describeTable = ({ name, kind, columns }: Table): unknown => ({
  table: name,
  kind,
  columns: columns.map(({ name, type, isNullable, isPrimaryKey, default: fallback }) => ({
    name,
    type,
    isNullable,
    isPrimaryKey,
    default: fallback,
  })),
});

async function selectRows(
  task: Task,
  input: TableInput,
  table: Table,
  shape: ResultsShape | undefined,
): Promise<Done> {
  const { syntax } = task;
  if (input.limit !== undefined || input.offset !== undefined) {
    // The shape concerns the rows within these limits, which only the gateway can say.
    const limited = { ...input, limit: input.limit ?? maxRows + 1 };
    const { rows, isCut } = await runBuilt(task, "select_rows", limited, table, maxRows);
    const remainingShape = shape && { ...shape, numberFields: listNumberFields(syntax, table) };
    return { output: { rows }, isCut, ...(remainingShape && { remainingShape }) };
  }
  const { addition, remaining } = pushShape(syntax, table, input.columns, shape ?? {}, maxRows);
  const { rows, isCut } = await runBuilt(task, "select_rows", input, table, maxRows, addition);
  // Without an offer, the gateway does all of it.
  return { output: { rows }, isCut, ...(shape !== undefined && { remainingShape: remaining }) };
}

async function getRow(task: Task, input: TableInput, table: Table): Promise<Done> {
  const { rows } = await runBuilt(task, "get_row", input, table, 2);
  if (rows.length > 1) {
    throw new SqlFailure(
      "downstreamRefused",
      "Several rows have this key. Name every column of the primary key.",
    );
  }
  return { output: { row: rows[0] ?? null }, isCut: false };
}
