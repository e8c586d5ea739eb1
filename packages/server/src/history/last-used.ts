import type pg from "pg";
import type { Logger } from "../log/logger.ts";

const flushMs = 2000;
/** A grant's date is stored at most this often. */
const grantMs = 60_000;

/** Remembers when keys, connections and grants were last used. Stores the dates every two seconds, a grant's once a minute. */
export interface LastUsed {
  noteApiKey(apiKeyId: number): void;
  noteConnection(connectionId: number): void;
  noteGrant(jti: string): void;
  /** The last use of a key if it is not stored yet, else null. */
  ofApiKey(apiKeyId: number): Date | null;
  /** The last use of a connection if it is not stored yet, else null. */
  ofConnection(connectionId: number): Date | null;
  /** The last use of a grant if it is not stored yet, else null. */
  ofGrant(jti: string): Date | null;
  close(): Promise<void>;
}

export function openLastUsed(pool: pg.Pool, log: Logger, clock: () => number): LastUsed {
  const apiKeys = new Map<number, number>();
  const connections = new Map<number, number>();
  const grants = new Map<string, number>();
  /** When dates of grants were stored, for a minute. */
  const storedGrants = new Map<string, number>();

  async function flush(): Promise<void> {
    try {
      await writeDates(pool, rowsOf.apiKey, apiKeys, [...apiKeys]);
      await writeDates(pool, rowsOf.connection, connections, [...connections]);
      await writeGrants();
    } catch (error) {
      log.warn({ err: error }, "last-used dates could not be stored and will be retried");
    }
  }

  async function writeGrants(): Promise<void> {
    const now = clock();
    for (const [jti, storedAt] of storedGrants) {
      if (storedAt <= now - grantMs) {
        storedGrants.delete(jti);
      }
    }
    const due = [...grants].filter(([jti]) => !storedGrants.has(jti));
    await writeDates(pool, rowsOf.grant, grants, due);
    for (const [jti] of due) {
      storedGrants.set(jti, now);
    }
  }

  const timer = setInterval(flush, flushMs).unref();
  return {
    noteApiKey: (apiKeyId) => apiKeys.set(apiKeyId, clock()),
    noteConnection: (connectionId) => connections.set(connectionId, clock()),
    noteGrant: (jti) => grants.set(jti, clock()),
    ofApiKey: (apiKeyId) => dateOf(apiKeys, apiKeyId),
    ofConnection: (connectionId) => dateOf(connections, connectionId),
    ofGrant: (jti) => dateOf(grants, jti),
    async close() {
      clearInterval(timer);
      storedGrants.clear();
      await flush();
    },
  };
}

function dateOf<Id>(dates: ReadonlyMap<Id, number>, id: Id): Date | null {
  const at = dates.get(id);
  return at === undefined ? null : new Date(at);
}

/** Where dates are stored. A date is only replaced by one that is later by so many milliseconds: another server may have stored it. */
const rowsOf = {
  apiKey: { table: "api_key", id: "api_key_id", type: "int", minMs: 0 },
  connection: { table: "connection", id: "connection_id", type: "int", minMs: 0 },
  grant: { table: "oauth_grant", id: "jti", type: "text", minMs: grantMs },
};

/**
 * Stores dates and forgets them, unless they changed meanwhile. Skips locked rows, whose dates are stored the next time, so that it
 * cannot deadlock with a change of connections.
 */
async function writeDates<Id>(
  pool: pg.Pool,
  { table, id, type, minMs }: (typeof rowsOf)[keyof typeof rowsOf],
  dates: Map<Id, number>,
  due: readonly [Id, number][],
): Promise<void> {
  if (due.length === 0) {
    return;
  }
  const { rows: busy } = await pool.query<{ id: Id }>(
    `with free as (select ${id} from ${table} where ${id} = any($1::${type}[]) for no key update skip locked),
     done as (update ${table} set last_used_date = to_timestamp(used.at / 1000.0)
       from free, unnest($1::${type}[], $2::float8[]) as used (id, at)
       where ${table}.${id} = free.${id} and used.id = free.${id}
         and coalesce(last_used_date, '-infinity') < to_timestamp((used.at - ${minMs}) / 1000.0))
     select ${id} as id from ${table} where ${id} = any($1::${type}[]) and ${id} not in (select * from free)`,
    [due.map(([one]) => one), due.map(([, at]) => at)],
  );
  const isBusy = new Set(busy.map((row) => row.id));
  for (const [one, at] of due) {
    if (dates.get(one) === at && !isBusy.has(one)) {
      dates.delete(one);
    }
  }
}
