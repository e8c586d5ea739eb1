import type pg from "pg";
import type { Logger } from "../logger.ts";

const flushMs = 2000;

/** Remembers when keys and connections were last used, and stores the dates every two seconds. */
export interface LastUsed {
  noteApiKey(apiKeyId: number): void;
  noteConnection(connectionId: number): void;
  /** The last use of a key if it is not stored yet, else null. */
  ofApiKey(apiKeyId: number): Date | null;
  /** The last use of a connection if it is not stored yet, else null. */
  ofConnection(connectionId: number): Date | null;
  close(): Promise<void>;
}

export function openLastUsed(pool: pg.Pool, log: Logger, clock: () => number): LastUsed {
  const apiKeys = new Map<number, number>();
  const connections = new Map<number, number>();

  async function flush(): Promise<void> {
    try {
      await writeDates(pool, "api_key", apiKeys);
      await writeDates(pool, "connection", connections);
    } catch (error) {
      log.warn({ err: error }, "last-used dates could not be stored and will be retried");
    }
  }

  const timer = setInterval(flush, flushMs).unref();
  const dateOf = (dates: Map<number, number>, id: number): Date | null => {
    const at = dates.get(id);
    return at === undefined ? null : new Date(at);
  };
  return {
    noteApiKey: (apiKeyId) => apiKeys.set(apiKeyId, clock()),
    noteConnection: (connectionId) => connections.set(connectionId, clock()),
    ofApiKey: (apiKeyId) => dateOf(apiKeys, apiKeyId),
    ofConnection: (connectionId) => dateOf(connections, connectionId),
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/**
 * Stores the dates and forgets them, unless they changed meanwhile. Skips locked rows, whose dates are stored the next time, so that it
 * cannot deadlock with a change of connections.
 */
async function writeDates(
  pool: pg.Pool,
  table: "api_key" | "connection",
  dates: Map<number, number>,
): Promise<void> {
  if (dates.size === 0) {
    return;
  }
  const written = [...dates];
  const { rows: busy } = await pool.query<{ id: number }>(
    `with free as (select ${table}_id from ${table} where ${table}_id = any($1) for no key update skip locked),
     done as (update ${table} set last_used_date = greatest(last_used_date, to_timestamp(used.at / 1000.0))
       from free, unnest($1::int[], $2::float8[]) as used (id, at)
       where ${table}.${table}_id = free.${table}_id and used.id = free.${table}_id)
     select ${table}_id as id from ${table} where ${table}_id = any($1) and ${table}_id not in (select * from free)`,
    [written.map(([id]) => id), written.map(([, at]) => at)],
  );
  const isBusy = new Set(busy.map(({ id }) => id));
  for (const [id, at] of written) {
    if (dates.get(id) === at && !isBusy.has(id)) {
      dates.delete(id);
    }
  }
}
