import pg from "pg";
import { limitStatements } from "./limit-statements.ts";

/** How often it is made sure that notifications still arrive. */
const heartbeatMs = 400;
/** Without a heartbeat for this long, what is in memory counts as stale. */
const freshForMs = 1000;
const reconnectMs = 250;
/** A connection on which nothing is heard for this long is thrown away (decisions D86). */
const silentMs = 2 * freshForMs;

/** A row that changed, such as `{ topic: "connection", key: "12" }`; see `notify_change()` in the migrations. */
export interface Change {
  topic: string;
  key: string;
}

/** Hears of every change that any server commits. */
export interface ChangeListener {
  /** Whether all changes up to a second ago have certainly been heard. */
  isFresh(): boolean;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own. A heartbeat on that connection tells how far it has heard: an answer comes after
 * all notifications that were committed before its question.
 *
 * @param onChange called for each change, in order of their commits
 * @param onGap called when changes may have been missed
 * @param now monotonic milliseconds
 */
export async function listenForChanges(options: {
  connection: pg.ClientConfig;
  onChange: (change: Change) => void;
  onGap: () => void;
  onError: (error: unknown) => void;
  now: () => number;
}): Promise<ChangeListener> {
  let heardUntil = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let isBeating = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    client = new pg.Client({
      ...options.connection,
      application_name: "bowline-changes",
      keepAlive: true,
      connectionTimeoutMillis: silentMs,
    });
    limitStatements(client, silentMs);
    const connecting = client;
    client.on("error", options.onError);
    // A cut is heard at once: from here on nothing counts as fresh until the next connection stands.
    client.on("end", () => {
      if (client === connecting) {
        client = null;
        heardUntil = Number.NEGATIVE_INFINITY;
        schedule(0);
      }
    });
    client.on("notification", ({ payload = "" }) => {
      const colon = payload.indexOf(":");
      options.onChange({ topic: payload.slice(0, colon), key: payload.slice(colon + 1) });
    });
    await client.connect();
    await client.query("listen bowline_changed");
    options.onGap();
  }

  async function beat(): Promise<void> {
    isBeating = true;
    try {
      if (client === null) {
        await connect();
      }
      const asked = options.now();
      await client?.query("select 1");
      heardUntil = asked;
      isBeating = false;
      schedule(heartbeatMs);
    } catch (error) {
      options.onError(error);
      await disconnect();
      isBeating = false;
      schedule(reconnectMs);
    }
  }

  /** One beat at a time: who is beating schedules the next one. */
  function schedule(delayMs: number): void {
    if (!isClosed && !isBeating) {
      clearTimeout(timer);
      timer = setTimeout(beat, delayMs);
    }
  }

  async function disconnect(): Promise<void> {
    const ending = client;
    client = null;
    await ending?.end().catch(() => undefined);
  }

  await beat();
  return {
    isFresh: () => options.now() - heardUntil < freshForMs,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await disconnect();
    },
  };
}
