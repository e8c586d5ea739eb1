import type { ResultsShape } from "../outcome.ts";
import type { Addition } from "./build-statement.ts";
import type { SqlSyntax, Table } from "./dialect.ts";

/** What the database does of a request's shape, and what is left to the gateway. */
export interface PushedShape {
  addition: Addition;
  remaining: ResultsShape;
}

/**
 * Divides filters, sort, offset and top between the database and the gateway (decisions D31). The database gets what can be said in
 * SQL with the meaning of decisions D32. A sort goes there only if all filters do, offset and top only if the sort does too.
 *
 * @param columns the columns in the result; the gateway sees no others
 * @param maxRows the most rows of one statement
 */
export function pushShape(
  dialect: SqlSyntax,
  table: Table,
  columns: readonly string[] | undefined,
  shape: ResultsShape,
  maxRows: number,
): PushedShape {
  const { filters, sort, offset, top } = shape;
  const { pushdown } = dialect;
  const readable = table.columns.filter(({ isReadable }) => isReadable);
  const shown = readable.filter(({ name }) => columns === undefined || columns.includes(name));
  const byName = new Map(shown.map((column) => [column.name, column]));
  const conditions: Addition["conditions"] = [];
  const leftFilters = (filters ?? []).filter(({ fieldName, operator, value }) => {
    const column = byName.get(fieldName);
    const isSayable = column !== undefined && pushdown.condition(column, operator, value, () => "?") !== null;
    if (isSayable) {
      conditions.push((bind) => pushdown.condition(column, operator, value, bind) ?? "1 = 1");
    }
    return !isSayable;
  });
  const orders = (sort ?? []).map(({ fieldName, orderDirection }) => {
    const column = byName.get(fieldName);
    return column === undefined ? null : pushdown.order(column, orderDirection);
  });
  const isSorted = leftFilters.length === 0 && !orders.includes(null);
  const primaryKey = readable.filter((column) => column.isPrimaryKey).map(({ name }) => dialect.quote(name));
  const base = { conditions, orders: [] as string[], lastOrders: primaryKey, limit: maxRows + 1, offset: 0 };
  if (!isSorted) {
    return {
      addition: base,
      remaining: { ...shape, filters: leftFilters, numberFields: listNumberFields(dialect, table) },
    };
  }
  const limit = Math.min(top ?? maxRows + 1, maxRows + 1);
  return {
    addition: { ...base, orders: orders.filter((order) => order !== null), limit, offset: offset ?? 0 },
    remaining: {},
  };
}

/** The columns of numbers. Some of their values may be texts, because a double does not hold them. */
export const listNumberFields = ({ pushdown }: SqlSyntax, { columns }: Table): string[] =>
  columns.filter((column) => pushdown.isNumber(column)).map(({ name }) => name);
