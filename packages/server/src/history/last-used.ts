import type pg from "pg";
import type { Logger } from "../log/logger.ts";
import { OutageLog } from "../log/outage-log.ts";

const flushMs = 2000;
/** A grant's date is stored at most this often. */
const grantMs = 60_000;

/** Remembers when keys, connections and grants were last used. Stores the dates every two seconds, a grant's once a minute. */
export interface LastUsed {
  noteApiKey(apiKeyId: number): void;
  noteConnection(connectionId: number): void;
  noteGrant(jti: string): void;
  /** The last use of a key if it may not be stored yet, else null. */
  ofApiKey(apiKeyId: number): Date | null;
  /** The last use of a connection if it may not be stored yet, else null. */
  ofConnection(connectionId: number): Date | null;
  /** The last use of a grant if it may not be stored yet, else null. */
  ofGrant(jti: string): Date | null;
  close(): Promise<void>;
}

export function openLastUsed(pool: pg.Pool, log: Logger, clock: () => number): LastUsed {
  const apiKeys = new UseDates<number>();
  const connections = new UseDates<number>();
  const grants = new UseDates<string>();
  /** When dates of grants were stored, for a minute. */
  const storedGrants = new Map<string, number>();
  const outage = new OutageLog(
    log,
    {
      failing: "last-used dates could not be stored and will be retried",
      working: "last-used dates are stored again",
    },
    () => performance.now(),
  );

  async function flush(): Promise<void> {
    try {
      await writeDates(pool, rowsOf.apiKey, apiKeys, apiKeys.list());
      await writeDates(pool, rowsOf.connection, connections, connections.list());
      await writeGrants();
      outage.noteSuccess();
    } catch (error) {
      outage.noteFailure(error);
    }
  }

  async function writeGrants(): Promise<void> {
    const now = clock();
    for (const [jti, storedAt] of storedGrants) {
      if (storedAt <= now - grantMs) {
        storedGrants.delete(jti);
      }
    }
    const due = grants.list().filter(([jti]) => !storedGrants.has(jti));
    for (const [jti] of await writeDates(pool, rowsOf.grant, grants, due)) {
      storedGrants.set(jti, now);
    }
  }

  const timer = setInterval(flush, flushMs).unref();
  return {
    noteApiKey: (apiKeyId) => apiKeys.note(apiKeyId, clock()),
    noteConnection: (connectionId) => connections.note(connectionId, clock()),
    noteGrant: (jti) => grants.note(jti, clock()),
    ofApiKey: (apiKeyId) => apiKeys.find(apiKeyId),
    ofConnection: (connectionId) => connections.find(connectionId),
    ofGrant: (jti) => grants.find(jti),
    async close() {
      clearInterval(timer);
      storedGrants.clear();
      await flush();
    },
  };
}

/** Dates to store, as milliseconds since 1970. A request that has just read a row needs what was stored since, so a date stays until the next storing. */
class UseDates<Id> {
  readonly #waiting = new Map<Id, number>();
  #stored = new Map<Id, number>();

  note(id: Id, at: number): void {
    this.#waiting.set(id, at);
  }

  find(id: Id): Date | null {
    const at = this.#waiting.get(id) ?? this.#stored.get(id);
    return at === undefined ? null : new Date(at);
  }

  list(): [Id, number][] {
    return [...this.#waiting];
  }

  /** Takes the dates that are stored now, unless they changed meanwhile. */
  noteStored(dates: readonly [Id, number][]): void {
    this.#stored = new Map(dates);
    for (const [id, at] of dates) {
      if (this.#waiting.get(id) === at) {
        this.#waiting.delete(id);
      }
    }
  }
}

/** Where dates are stored. A date is only replaced by one that is later by so many milliseconds: another server may have stored it. */
const rowsOf = {
  apiKey: { table: "api_key", id: "api_key_id", type: "int", minMs: 0 },
  connection: { table: "connection", id: "connection_id", type: "int", minMs: 0 },
  grant: { table: "oauth_grant", id: "jti", type: "text", minMs: grantMs },
};

/**
 * Stores dates. Skips locked rows, whose dates are stored the next time, so that it cannot deadlock with a change of connections.
 *
 * @returns those that are stored
 */
async function writeDates<Id>(
  pool: pg.Pool,
  { table, id, type, minMs }: (typeof rowsOf)[keyof typeof rowsOf],
  dates: UseDates<Id>,
  due: readonly [Id, number][],
): Promise<[Id, number][]> {
  if (due.length === 0) {
    dates.noteStored([]);
    return [];
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
  const stored = due.filter(([one]) => !isBusy.has(one));
  dates.noteStored(stored);
  return stored;
}
