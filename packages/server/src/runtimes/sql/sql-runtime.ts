import type { SqlBinding, SqlDialect } from "@bowline/catalog";
import type { Egress } from "../../egress/egress.ts";
import type { ResponseThreads } from "../response-threads.ts";
import type { Runtime } from "../runtime.ts";
import type { FindDatabase, SqlTool } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { type LinkPool, openLinkPool } from "./link-pool.ts";
import { mysql } from "./mysql/mysql.ts";
import { postgresql } from "./postgresql/postgresql.ts";
import { readTarget } from "./read-target.ts";
import { SqlCall } from "./sql-call.ts";

const dialects: Record<SqlDialect, Dialect> = { postgresql, mysql };

/** Runs the tools of databases (decisions D69). */
export function openSqlRuntime(parts: { egress: Egress; threads: ResponseThreads }): Runtime<SqlBinding> {
  const pool = openLinkPool(parts.egress);
  return {
    compile({ dialect, operation }) {
      const syntax = dialects[dialect];
      const tool: SqlTool = { operation, syntax, findDatabase: reachByNetwork(pool, syntax, dialect) };
      return { prepare: (access, input) => new SqlCall(parts.threads, tool, access, input) };
    },
  };
}

const reachByNetwork =
  (pool: LinkPool, dialect: Dialect, scheme: string): FindDatabase =>
  (access, onlyReads) => {
    const { target: named, destination } = readTarget(access, scheme);
    const target = { ...named, readOnly: named.readOnly || onlyReads };
    return {
      destination,
      shown: { database: `${destination}/${target.database}`, readOnly: target.readOnly },
      borrow: (limits) => pool.borrow(dialect, target, limits),
    };
  };
