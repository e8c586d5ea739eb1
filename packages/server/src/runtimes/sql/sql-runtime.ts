import type { SqlBinding, SqlDialect } from "@bowline/catalog";
import type { Egress } from "../../egress/egress.ts";
import type { ResponseThreads } from "../response-threads.ts";
import type { Runtime } from "../runtime.ts";
import type { Dialect } from "./dialect.ts";
import { openLinkPool } from "./link-pool.ts";
import { postgresql } from "./postgresql/postgresql.ts";
import { SqlCall } from "./sql-call.ts";

const dialects: Record<SqlDialect, Dialect> = { postgresql };

/** Runs the tools of databases (decisions D69). */
export function openSqlRuntime(parts: { egress: Egress; threads: ResponseThreads }): Runtime<SqlBinding> {
  const pool = openLinkPool(parts.egress);
  return {
    compile(binding) {
      const tool = { binding, dialect: dialects[binding.dialect] };
      return {
        prepare: (access, input) => new SqlCall({ pool, responses: parts.threads }, tool, access, input),
      };
    },
  };
}
