import type { Socket } from "node:net";
import type { Connection } from "mysql2";
import type { CallBudget } from "../../runtime.ts";
import type { DatabaseTarget, Link, Session } from "../dialect.ts";
import { connectDriver } from "./connect-driver.ts";
import { maxSortedLength } from "./find-tables.ts";
import { killConnection } from "./kill-connection.ts";
import { MysqlSession } from "./mysql-session.ts";
import { loadServerFacts, type ServerFacts } from "./server-facts.ts";

/** UTF-8 both ways, times in UTC, and values that do not fit are refused, whatever the database's settings are. */
const sessionSettings = `NAMES utf8mb4, time_zone = '+00:00', max_sort_length = ${maxSortedLength * 4}, sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES')`;

/** Logs in to MySQL or MariaDB through an open socket. */
export async function openMysqlLink(socket: Socket, target: DatabaseTarget): Promise<Link> {
  // Without a listener, an error between two steps would end the process.
  socket.on("error", () => {});
  const connection = await connectDriver(socket, target);
  connection.on("error", () => {});
  const facts = await loadServerFacts(connection);
  return new MysqlLink({ connection, socket, target, facts });
}

interface LinkParts {
  connection: Connection;
  socket: Socket;
  target: DatabaseTarget;
  facts: ServerFacts;
}

class MysqlLink implements Link {
  readonly #parts: LinkParts;
  #isUsable = true;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    const { connection, socket } = parts;
    const stop = () => {
      this.#isUsable = false;
    };
    connection.on("error", stop);
    connection.on("end", stop);
    socket.on("close", stop);
  }

  get bytesRead(): number {
    return this.#parts.socket.bytesRead;
  }

  get isUsable(): boolean {
    return this.#isUsable && !this.#parts.socket.destroyed;
  }

  end(): void {
    this.#isUsable = false;
    this.#parts.socket.destroy();
  }

  cancel(socket: Socket): Promise<void> {
    const { target, facts } = this.#parts;
    return killConnection(socket, target, facts.connectionId);
  }

  async transact<Result>(
    { timeoutMs }: CallBudget,
    task: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const { connection, facts, target } = this.#parts;
    const { readOnly, user, database } = target;
    const limit = facts.writeTimeLimit?.(timeoutMs);
    await this.#run(`SET ${sessionSettings}${limit === undefined ? "" : `, ${limit}`}`);
    await this.#run(`START TRANSACTION READ ${readOnly ? "ONLY" : "WRITE"}`);
    let isReusable = true;
    const drop = () => {
      isReusable = false;
    };
    const account = `${user}@${database}`;
    const session = new MysqlSession({ connection, facts, database, account, readOnly, drop });
    try {
      const result = await task(session);
      if (isReusable || !readOnly) {
        await this.#run(readOnly ? "ROLLBACK" : "COMMIT");
      }
      await this.#finish(isReusable);
      return result;
    } catch (error) {
      if (this.isUsable) {
        await this.#run("ROLLBACK").catch(() => this.end());
        await this.#finish(isReusable);
      }
      throw error;
    }
  }

  /** Ends what a statement may have left in the session: settings, prepared statements, temporary tables, locks. */
  async #finish(isReusable: boolean): Promise<void> {
    if (!isReusable) {
      this.end();
      return;
    }
    await new Promise<void>((resolve, reject) => {
      this.#parts.connection.reset((error) => (error ? reject(error) : resolve()));
    }).catch(() => this.end());
  }

  #run(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#parts.connection.query(text, (error) => (error ? reject(error) : resolve()));
    });
  }
}
