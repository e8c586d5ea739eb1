import type { CallBudget } from "../../runtime.ts";
import type { Link, Rows, Session, Statement, Table } from "../dialect.ts";
import { SqlFailure } from "../sql-failure.ts";
import { SqliteFault } from "./describe-error.ts";
import type { OpenRequest, SqliteRequest } from "./messages.ts";
import type { ProcessPool } from "./process-pool.ts";
import type { SqliteProcess } from "./sqlite-process.ts";

/** Where a connection's file is. */
export type FileTarget = Pick<OpenRequest, "folder" | "file" | "readOnly">;

/** Longer waits for a lock end as the call itself does. */
const maxBusyMs = 5000;

/** One call's use of a file: a process opens it, runs one transaction and closes it. */
export class SqliteLink implements Link {
  readonly #pool: ProcessPool;
  readonly #target: FileTarget;
  readonly #stop = new AbortController();

  constructor(pool: ProcessPool, target: FileTarget) {
    this.#pool = pool;
    this.#target = target;
  }

  /** The process itself counts the bytes of a result. */
  readonly bytesRead = 0;
  /** Opening a file takes less than a millisecond, and an open one would hold on to a file that was replaced. */
  readonly isUsable = false;

  end(): void {
    this.#stop.abort();
  }

  async transact<Result>(
    { timeoutMs, maxBytes, accountUserId }: CallBudget,
    task: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const { signal } = this.#stop;
    const { file } = this.#target;
    const { process, giveBack } = await this.#pool.take(file, { accountUserId, signal });
    const end = () => process.end();
    signal.addEventListener("abort", end, { once: true });
    try {
      signal.throwIfAborted();
      const busyTimeoutMs = Math.max(1, Math.min(maxBusyMs, Math.floor(timeoutMs / 2)));
      await ask(process, { kind: "open", ...this.#target, busyTimeoutMs, maxBytes });
      const result = await task(new SqliteSession(process, file));
      await ask(process, { kind: "close", isKept: true });
      return result;
    } catch (error) {
      if (process.isUsable) {
        await ask(process, { kind: "close", isKept: false }).catch(end);
      }
      throw error;
    } finally {
      signal.removeEventListener("abort", end);
      giveBack();
    }
  }
}

class SqliteSession implements Session {
  readonly returnsInserted = true;
  readonly #process: SqliteProcess;
  readonly account: string;

  constructor(process: SqliteProcess, file: string) {
    this.#process = process;
    this.account = file;
  }

  listTables(limit: number): Promise<{ tables: Table[]; isCut: boolean }> {
    return ask(this.#process, { kind: "listTables", limit });
  }

  findTable(name: string): Promise<Table | null> {
    return ask(this.#process, { kind: "findTable", name });
  }

  run(statement: Statement, maxRows: number): Promise<Rows> {
    return ask(this.#process, { kind: "run", statement, maxRows, isOwn: false });
  }

  runOwn(statement: Statement, maxRows: number): Promise<Rows> {
    return ask(this.#process, { kind: "run", statement, maxRows, isOwn: true });
  }
}

/** The result has the type that the request's kind says (`sqlite-program.ts`). */
async function ask<Result>(process: SqliteProcess, request: SqliteRequest): Promise<Result> {
  const reply = await process.ask(request);
  if ("failure" in reply) {
    const { kind, message, ...marks } = reply.failure;
    throw new SqlFailure(kind, message, marks);
  }
  if ("fault" in reply) {
    throw new SqliteFault(reply.fault.code, reply.fault.message);
  }
  return reply.result as Result;
}
