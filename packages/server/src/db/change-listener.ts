import pg from "pg";
import { limitStatements } from "./limit-statements.ts";

/** How often a heartbeat checks that notifications still arrive. */
const heartbeatMs = 400;
/** Without a heartbeat for this long, rows in memory count as stale. */
const freshForMs = 1000;
const reconnectMs = 250;
/** How often it is reported that there is still no connection. */
const reportMs = 60_000;
/** A connection that is silent for this long is closed (decisions D86). */
const silentMs = 2 * freshForMs;

/** A row that changed, such as `{ topic: "connection", key: "12" }`; see `notify_change()` in the migrations. */
export interface Change {
  topic: string;
  key: string;
}

/** Receives every change that any server commits. */
export interface ChangeListener {
  /** Whether all changes up to a second ago have been received. */
  isFresh(): boolean;
  close(): Promise<void>;
}

/**
 * Listens on its own connection. A heartbeat on that connection shows up to when notifications have arrived: the result of a query
 * comes after all notifications that were committed before the query.
 *
 * @param onChange called for each change, in commit order
 * @param onGap called when changes may have been missed
 * @param onError called with the first error, and once a minute until the connection is open again
 * @param now monotonic milliseconds
 */
export async function listenForChanges(options: {
  connection: pg.ClientConfig;
  onChange: (change: Change) => void;
  onGap: () => void;
  onError: (error: unknown) => void;
  now: () => number;
}): Promise<ChangeListener> {
  let freshUntil = Number.NEGATIVE_INFINITY;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let isBeating = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** A connection that ends because the server stops is no fault. */
  function report(error: unknown): void {
    if (!isClosed && options.now() - reportedAt >= reportMs) {
      reportedAt = options.now();
      options.onError(error);
    }
  }

  async function connect(): Promise<void> {
    client = new pg.Client({
      ...options.connection,
      application_name: "bowline-changes",
      keepAlive: true,
      connectionTimeoutMillis: silentMs,
    });
    limitStatements(client, silentMs);
    const connecting = client;
    client.on("error", report);
    // After a disconnect nothing counts as fresh until the next connection is open.
    client.on("end", () => {
      if (client === connecting) {
        client = null;
        freshUntil = Number.NEGATIVE_INFINITY;
        schedule(0);
      }
    });
    client.on("notification", ({ payload = "" }) => {
      const colon = payload.indexOf(":");
      options.onChange({ topic: payload.slice(0, colon), key: payload.slice(colon + 1) });
    });
    await client.connect();
    await client.query("listen bowline_changed");
    reportedAt = Number.NEGATIVE_INFINITY;
    options.onGap();
  }

  async function beat(): Promise<void> {
    isBeating = true;
    try {
      if (client === null) {
        await connect();
      }
      const askedAt = options.now();
      await client?.query("select 1");
      freshUntil = askedAt;
      isBeating = false;
      schedule(heartbeatMs);
    } catch (error) {
      report(error);
      await disconnect();
      isBeating = false;
      schedule(reconnectMs);
    }
  }

  /** Only one heartbeat runs at a time. It schedules the next one. */
  function schedule(delayMs: number): void {
    if (!isClosed && !isBeating) {
      clearTimeout(timer);
      timer = setTimeout(beat, delayMs);
    }
  }

  async function disconnect(): Promise<void> {
    const ending = client;
    client = null;
    freshUntil = Number.NEGATIVE_INFINITY;
    await ending?.end().catch(() => undefined);
  }

  await beat();
  return {
    isFresh: () => options.now() - freshUntil < freshForMs,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await disconnect();
    },
  };
}
