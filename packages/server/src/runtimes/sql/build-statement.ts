import type { SqlOperation } from "@bowline/catalog";
import type { Column, SqlSyntax, Statement, Table, WideComparison } from "./dialect.ts";
import { SqlFailure } from "./sql-failure.ts";

/** The operations that become one statement about one table. */
export type TableOperation = Exclude<
  SqlOperation,
  "list_tables" | "describe_table" | "read_query" | "run_query"
>;

/** An input that the tool's schema has accepted. */
export interface TableInput {
  table: string;
  columns?: string[];
  where?: Condition[];
  orderBy?: { column: string; direction?: "asc" | "desc" }[];
  limit?: number;
  offset?: number;
  key?: Record<string, unknown>;
  rows?: Record<string, unknown>[];
  set?: Record<string, unknown>;
}

interface Condition {
  column: string;
  operator: string;
  value?: unknown;
}

/** What is added to a `SELECT`, for a request's filters and sort. */
export interface Addition {
  conditions: ((bind: (value: unknown) => string) => string)[];
  /** Before the input's own orders. */
  orders: string[];
  /** After them, so that the order is total. */
  lastOrders: string[];
  limit: number;
  offset: number;
}

/** The most values that one statement may have; PostgreSQL counts them in 16 bits. */
const maxValues = 65_535;
const comparisons: Record<string, string> = {
  eq: "=",
  ne: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "LIKE",
};

export interface StatementOptions {
  addition?: Addition;
  /** The database has refused the statement for a character that a column lacks. */
  isRefused?: boolean;
  /** Whether an INSERT returns the new rows. */
  returnsInserted?: boolean;
}

const ascii = /^[\x20-\x7e]*$/;

/**
 * Builds the statement of a call. Names are quoted and must be those of the table's columns; values are bound.
 *
 * @param table null for a preview, which does not ask the database
 * @throws SqlFailure when a column does not exist
 */
export function buildStatement(
  dialect: SqlSyntax,
  operation: TableOperation,
  input: TableInput,
  table: Table | null,
  options: StatementOptions = {},
): Statement {
  return new StatementBuilder(dialect, input, table, options).build(operation);
}

class StatementBuilder {
  readonly #dialect: SqlSyntax;
  readonly #input: TableInput;
  readonly #columns: Map<string, Column> | null;
  readonly #target: string;
  readonly #options: StatementOptions;
  readonly #values: unknown[] = [];

  constructor(dialect: SqlSyntax, input: TableInput, table: Table | null, options: StatementOptions) {
    this.#dialect = dialect;
    this.#options = options;
    this.#input = input;
    this.#columns = table && new Map(table.columns.map((column) => [column.name, column]));
    const path = table?.path ?? dialect.parseTable(input.table);
    this.#target = path.map((part) => dialect.quote(part)).join(".");
  }

  build(operation: TableOperation): Statement {
    const text = this.#write(operation);
    if (this.#values.length > maxValues) {
      throw new SqlFailure("downstreamRefused", `A statement can have at most ${maxValues} values.`);
    }
    return { text, values: this.#values };
  }

  #write(operation: TableOperation): string {
    const { where = [], key = {}, set = {} } = this.#input;
    switch (operation) {
      case "select_rows":
        return this.#select();
      case "get_row": {
        const conditions = Object.entries(key).map(([column, value]) =>
          value === null ? { column, operator: "isNull" } : { column, operator: "eq", value },
        );
        return `SELECT ${this.#listReadable()} FROM ${this.#target}${this.#where(conditions)} LIMIT 2`;
      }
      case "insert_rows":
        return this.#insert();
      case "update_rows": {
        const changes = Object.entries(set).map(
          ([name, value]) => `${this.#name(name)} = ${this.#bind(value, name)}`,
        );
        return `UPDATE ${this.#target} SET ${changes.join(", ")}${this.#where(where)}`;
      }
      case "delete_rows":
        return `DELETE FROM ${this.#target}${this.#where(where)}`;
    }
  }

  #select(): string {
    const { addition } = this.#options;
    const { columns, where = [], orderBy = [], limit, offset = 0 } = this.#input;
    const list = columns?.map((name) => this.#name(name)).join(", ") ?? this.#listReadable();
    const orders = [
      ...(addition?.orders ?? []),
      ...orderBy.map(
        ({ column, direction }) => `${this.#name(column)}${direction === "desc" ? " DESC" : ""}`,
      ),
      ...(addition?.lastOrders ?? []),
    ];
    const sorted = orders.length === 0 ? "" : ` ORDER BY ${orders.join(", ")}`;
    const most = addition?.limit ?? limit;
    const cut = most === undefined ? "" : ` LIMIT ${Math.trunc(most)}`;
    const skipped = addition?.offset ?? offset;
    return `SELECT ${list} FROM ${this.#target}${this.#where(where, addition?.conditions)}${sorted}${cut}${skipped > 0 ? ` OFFSET ${Math.trunc(skipped)}` : ""}`;
  }

  /** `*` leaves out what MySQL and MariaDB call invisible columns, and is refused when the user may not read every column. */
  #listReadable(): string {
    const columns = [...(this.#columns?.values() ?? [])].filter(({ isReadable }) => isReadable);
    return columns.length === 0 ? "*" : columns.map(({ name }) => this.#dialect.quote(name)).join(", ");
  }

  /** Rows may have different members: what a row leaves out gets its default. */
  #insert(): string {
    const { rows = [] } = this.#input;
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const tuples = rows.map((row) => {
      const values = names.map((name) =>
        Object.hasOwn(row, name)
          ? this.#bind(row[name], name)
          : this.#dialect.defaultValue(this.#columns?.get(name) ?? null),
      );
      return `(${values.join(", ")})`;
    });
    const list = names.map((name) => this.#name(name)).join(", ");
    const returning = this.#options.returnsInserted ? ` RETURNING ${this.#listReadable()}` : "";
    return `INSERT INTO ${this.#target} (${list}) VALUES ${tuples.join(", ")}${returning}`;
  }

  /** Values are bound in the order of the text, for databases whose placeholders have no numbers. */
  #where(conditions: readonly Condition[], added: Addition["conditions"] = []): string {
    const all = [
      ...conditions.map((condition) => this.#condition(condition)),
      ...added.map((write) => write((value) => this.#push(value))),
    ];
    return all.length === 0 ? "" : ` WHERE ${all.join(" AND ")}`;
  }

  #condition({ column, operator, value = null }: Condition): string {
    if (operator === "isNull" || operator === "isNotNull") {
      const quoted = this.#name(column);
      const tested = this.#dialect.writeForNullTest?.(quoted, this.#columns?.get(column) ?? null) ?? quoted;
      return `${tested} IS ${operator === "isNull" ? "" : "NOT "}NULL`;
    }
    if (operator === "in") {
      const entries: unknown[] = Array.isArray(value) ? value : [value];
      const groups = Map.groupBy(entries, (entry) => this.#widen(column, entry) !== null);
      const lists = [...groups.values()].map((group) => {
        const written = group.map((entry) => this.#writeSides(entry, column));
        return `${written[0]?.column} IN (${written.map(({ placeholder }) => placeholder).join(", ")})`;
      });
      return lists.length > 1 ? `(${lists.join(" OR ")})` : (lists[0] ?? "1 = 0");
    }
    const written = this.#writeSides(value, column);
    return `${written.column} ${comparisons[operator]} ${written.placeholder}`;
  }

  /** Writes both sides of a comparison. */
  #writeSides(value: unknown, column: string): { column: string; placeholder: string } {
    const wide = this.#widen(column, value);
    return wide === null
      ? { column: this.#name(column), placeholder: this.#bind(value, column) }
      : { column: wide.column, placeholder: this.#push(wide.bind(String(value))) };
  }

  #widen(column: string, value: unknown): WideComparison | null {
    const isAscii = typeof value !== "string" || ascii.test(value);
    const { isRefused = false } = this.#options;
    return isAscii
      ? null
      : (this.#dialect.widen?.(this.#name(column), this.#columns?.get(column) ?? null, isRefused) ?? null);
  }

  #name(name: string): string {
    if (this.#columns !== null && !this.#columns.has(name)) {
      throw new SqlFailure(
        "downstreamRefused",
        `The table ${this.#input.table} has no column ${JSON.stringify(name)}; describe_table lists its columns.`,
      );
    }
    return this.#dialect.quote(name);
  }

  #bind(value: unknown, column: string): string {
    return this.#push(this.#dialect.bind(value, this.#columns?.get(column) ?? null));
  }

  #push(value: unknown): string {
    this.#values.push(value);
    return this.#dialect.placeholder(this.#values.length);
  }
}
