import { type Addition, buildStatement, type TableInput, type TableOperation } from "./build-statement.ts";
import type { Rows, Session, SqlSyntax, Table } from "./dialect.ts";

/**
 * Builds the statement of a call and runs it. A value may have a character that a column's character set lacks. Then the statement is
 * written in another way, so that the condition with this value does not fail, but finds the rows for which it holds.
 *
 * @throws SqlFailure when a column does not exist; what the dialect's `describeError` reads
 */
export async function runBuilt(
  { syntax, session }: { syntax: SqlSyntax; session: Session },
  operation: TableOperation,
  input: TableInput,
  table: Table,
  maxRows: number,
  addition?: Addition,
): Promise<Rows> {
  const { returnsInserted } = session;
  const run = (isRefused: boolean) => {
    const options = { isRefused, returnsInserted, ...(addition && { addition }) };
    return session.run(buildStatement(syntax, operation, input, table, options), maxRows);
  };
  try {
    return await run(false);
  } catch (error) {
    if (syntax.lacksCharacter?.(error)) {
      return await run(true);
    }
    throw error;
  }
}
