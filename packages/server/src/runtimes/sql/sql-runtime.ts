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
import { ProcessPool } from "./sqlite/process-pool.ts";
import { reachByFile } from "./sqlite/reach-by-file.ts";
import { sqlite } from "./sqlite/sqlite.ts";

/** Those that are reached over the network. */
const dialects: Record<Exclude<SqlDialect, "sqlite">, Dialect> = { postgresql, mysql };

export interface SqlParts {
  egress: Egress;
  threads: ResponseThreads;
  /** The folder of SQLite's files; null: there is none. */
  sqliteFolder: string | null;
}

/** Runs the tools of databases (decisions D69). */
export function openSqlRuntime({ egress, threads, sqliteFolder }: SqlParts): Runtime<SqlBinding> {
  const pool = openLinkPool(egress);
  const findFile = reachByFile(new ProcessPool(), sqliteFolder);

  function findParts(dialect: SqlDialect): Pick<SqlTool, "syntax" | "findDatabase"> {
    if (dialect === "sqlite") {
      return { syntax: sqlite, findDatabase: findFile };
    }
    const syntax = dialects[dialect];
    return { syntax, findDatabase: reachByNetwork(egress, pool, syntax, dialect) };
  }

  return {
    compile({ dialect, operation }) {
      const tool = { operation, ...findParts(dialect) };
      return { prepare: (access, input) => new SqlCall(threads, tool, access, input) };
    },
  };
}

const reachByNetwork =
  (egress: Egress, pool: LinkPool, dialect: Dialect, scheme: string): FindDatabase =>
  (access, onlyReads) => {
    const { target: named, destination } = readTarget(access, scheme);
    const target = { ...named, readOnly: named.readOnly || onlyReads };
    return {
      destination,
      refusal: egress.findHostRefusal(target.host),
      shown: {
        dialect: scheme,
        database: `${destination}/${target.database}`,
        user: target.user,
        readOnly: target.readOnly,
      },
      borrow: (limits) => pool.borrow(dialect, target, limits),
    };
  };
