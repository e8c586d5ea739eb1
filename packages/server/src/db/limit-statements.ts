import type pg from "pg";

/** The database did not respond in time. It is unknown whether the statement was executed. */
export class SilentDatabaseError extends Error {
  override readonly name = "SilentDatabaseError";
}

/**
 * Sets a client-side time limit for every statement of a connection. When a statement exceeds it, the connection is destroyed, all
 * its statements fail, and the pool opens another connection (decisions D86).
 */
export function limitStatements(client: pg.Client, limitMs: number): void {
  const query = client.query.bind(client) as (...statement: unknown[]) => unknown;

  function startTimer(): NodeJS.Timeout {
    return setTimeout(() => {
      const message = `The database did not respond within ${limitMs} ms; the connection was closed.`;
      client.connection.stream.destroy(new SilentDatabaseError(message));
    }, limitMs);
  }

  function queryInTime(...statement: unknown[]): unknown {
    const timer = startTimer();
    const callback = statement.at(-1);
    if (typeof callback === "function") {
      const end = (...result: unknown[]) => {
        clearTimeout(timer);
        callback(...result);
      };
      return query(...statement.slice(0, -1), end);
    }
    return (query(...statement) as Promise<unknown>).finally(() => clearTimeout(timer));
  }
  client.query = queryInTime as typeof client.query;
}
