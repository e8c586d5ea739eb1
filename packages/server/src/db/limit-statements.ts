import type pg from "pg";

/** The database did not respond in time. It is unknown whether the statement was executed. */
export class SilentDatabaseError extends Error {
  override readonly name = "SilentDatabaseError";
}

/**
 * Sets a client-side time limit for every statement of a connection. When a statement exceeds it, the connection is destroyed, all
 * its statements fail, and the pool opens another connection (decisions D86). What has arrived while this process itself was held up, for
 * example by SIGSTOP, is read first: then it was not the database that was silent.
 */
export function limitStatements(client: pg.Client, limitMs: number): void {
  const query = client.query.bind(client) as (...statement: unknown[]) => unknown;

  function closeConnection(): void {
    const message = `The database did not respond within ${limitMs} ms; the connection was closed.`;
    client.connection.stream.destroy(new SilentDatabaseError(message));
  }

  /** @returns a function that ends the limit */
  function startLimit(): () => void {
    let closing: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      // Sockets are read before it runs.
      closing = setImmediate(closeConnection);
    }, limitMs);
    return () => {
      clearTimeout(timer);
      clearImmediate(closing);
    };
  }

  function queryInTime(...statement: unknown[]): unknown {
    const endLimit = startLimit();
    const callback = statement.at(-1);
    if (typeof callback === "function") {
      const end = (...result: unknown[]) => {
        endLimit();
        callback(...result);
      };
      return query(...statement.slice(0, -1), end);
    }
    return (query(...statement) as Promise<unknown>).finally(endLimit);
  }
  client.query = queryInTime as typeof client.query;
}
