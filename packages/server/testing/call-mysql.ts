import type { SqlOperation } from "@bowline/catalog";
import type { Outcome, ResultsShape } from "../src/runtimes/outcome.ts";
import type { PreparedCall } from "../src/runtimes/runtime.ts";
import type { Runtimes } from "../src/runtimes/runtimes.ts";
import type { MysqlDatabase } from "./mysql-database.ts";

export interface MysqlCallOptions {
  fields?: Record<string, string>;
  shape?: ResultsShape;
  /** Default: a minute. */
  timeoutMs?: number;
  /** Default: a million. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/** Calls the tools of MySQL applications, as the user of a database. */
export class MysqlCaller {
  readonly #runtimes: Runtimes;
  readonly #database: Pick<MysqlDatabase, "port" | "name" | "user" | "password">;

  constructor(runtimes: Runtimes, database: Pick<MysqlDatabase, "port" | "name" | "user" | "password">) {
    this.#runtimes = runtimes;
    this.#database = database;
  }

  prepare(
    operation: SqlOperation,
    input: Record<string, unknown>,
    fields: Record<string, string> = {},
  ): PreparedCall {
    const { port, name, user, password } = this.#database;
    const own = { host: "127.0.0.1", port, database: name, user, password };
    const variables = { ...own, sslMode: "disable", readOnly: "true", ...fields };
    const serverUrl = "mysql://{host}:{port}";
    const access = { serverUrl, variables, placements: [], secretValues: [variables.password] };
    return this.#runtimes.compile({ kind: "sql", dialect: "mysql", operation }).prepare(access, input);
  }

  call(
    operation: SqlOperation,
    input: Record<string, unknown> = {},
    { fields, timeoutMs = 60_000, maxBytes = 1_000_000, ...options }: MysqlCallOptions = {},
  ): Promise<Outcome> {
    return this.prepare(operation, input, fields).send({ timeoutMs, maxBytes, mayRepeat: false, ...options });
  }

  query(sql: string, values: unknown[] = [], options: MysqlCallOptions = {}): Promise<Outcome> {
    return this.call("run_query", { sql, values }, options);
  }
}
