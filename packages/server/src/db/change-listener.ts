import pg from "pg";
import {
  ChangeConfirmations,
  changesChannel,
  freshForMs,
  type SilentSession,
} from "./change-confirmations.ts";
import { limitStatements } from "./limit-statements.ts";
import { sessionSettings } from "./session-settings.ts";

/** How often a heartbeat checks that notifications still arrive. */
const heartbeatMs = 400;
const reconnectMs = 250;
/** How often it is reported that there is still no connection, and that other processes are silent. */
const reportMs = 60_000;
/** A connection that is silent for this long is closed (decisions D86). */
const silentMs = 2 * freshForMs;

/** A row that changed, such as `{ topic: "connection", key: "12" }`; see `notify_change()` in the migrations. */
export interface Change {
  topic: string;
  key: string;
}

export interface ChangeListenerOptions {
  connection: pg.ClientConfig;
  /** Called for each change, in commit order. */
  onChange: (change: Change) => void;
  /** Called when changes may have been missed. */
  onGap: () => void;
  /** Called with the first error, and once a minute until the connection is open again. */
  onError: (error: unknown) => void;
  /** Called at most once a minute, when a change has waited for processes that do not respond. */
  onSilent: (sessions: SilentSession[]) => void;
  /** Monotonic milliseconds. */
  now: () => number;
}

/** Lets those that change something wait until all processes know it. */
export type Changes = Pick<ChangeListener, "heardByAll">;

/**
 * Receives every change that any server commits, on a connection of its own. A heartbeat on that connection shows up to when
 * notifications have arrived: the result of a query comes after all notifications that were committed before the query.
 */
export class ChangeListener {
  readonly #options: ChangeListenerOptions;
  readonly #confirmations: ChangeConfirmations;
  #client: pg.Client | null = null;
  #freshUntil = Number.NEGATIVE_INFINITY;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #reportedSilentAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #isBeating = false;
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: ChangeListenerOptions) {
    this.#options = options;
    this.#confirmations = new ChangeConfirmations(options.now, (sessions) => this.#reportSilent(sessions));
  }

  /** Begins to listen. Without a database it goes on trying. */
  static async open(options: ChangeListenerOptions): Promise<ChangeListener> {
    const listener = new ChangeListener(options);
    await listener.#beat();
    return listener;
  }

  /** Whether all changes up to a second ago have been received. */
  isFresh(): boolean {
    return this.#options.now() - this.#freshUntil < freshForMs && !this.#isClosed;
  }

  /**
   * Waits until every process has heard of all that is committed now, at most a second: by then those that have not heard have stopped
   * using their memory (decisions D88). Never rejects.
   */
  heardByAll(): Promise<void> {
    return this.#confirmations.heardByAll();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#confirmations.leave().catch(() => undefined);
    await this.#disconnect();
  }

  /** Only one heartbeat runs at a time. It schedules the next one. */
  #schedule(delayMs: number): void {
    if (!this.#isClosed && !this.#isBeating) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#beat(), delayMs);
    }
  }

  async #beat(): Promise<void> {
    this.#isBeating = true;
    try {
      if (this.#client === null) {
        await this.#connect();
      }
      const askedAt = this.#options.now();
      if (!this.isFresh()) {
        // Later than `askedAt`: what this heartbeat shows is over before the others stop waiting (decisions D88).
        await this.#confirmations.sayBack();
      }
      await this.#confirmations.look();
      this.#freshUntil = askedAt;
      this.#isBeating = false;
      this.#schedule(heartbeatMs);
    } catch (error) {
      this.#report(error);
      await this.#disconnect();
      this.#isBeating = false;
      this.#schedule(reconnectMs);
    }
  }

  async #connect(): Promise<void> {
    const { connection, onGap } = this.#options;
    const client = new pg.Client({
      ...connection,
      application_name: "bowline-changes",
      keepAlive: true,
      connectionTimeoutMillis: silentMs,
    });
    this.#client = client;
    limitStatements(client, silentMs);
    client.on("error", (error) => this.#report(error));
    client.on("end", () => this.#noteEnd(client));
    client.on("notification", (message) => this.#take(message));
    await client.connect();
    await client.query(`${sessionSettings}; listen ${changesChannel}`);
    await this.#confirmations.begin(client);
    this.#reportedAt = Number.NEGATIVE_INFINITY;
    onGap();
  }

  async #disconnect(): Promise<void> {
    const ending = this.#client;
    this.#client = null;
    this.#confirmations.end();
    this.#freshUntil = Number.NEGATIVE_INFINITY;
    await ending?.end().catch(() => undefined);
  }

  /** After a disconnect nothing counts as fresh until the next connection is open. */
  #noteEnd(client: pg.Client): void {
    if (this.#client === client) {
      this.#client = null;
      this.#confirmations.end();
      this.#freshUntil = Number.NEGATIVE_INFINITY;
      this.#schedule(0);
    }
  }

  #take({ channel, payload = "" }: pg.Notification): void {
    if (channel !== changesChannel) {
      this.#confirmations.takeResponse(payload);
      return;
    }
    const colon = payload.indexOf(":");
    const change = { topic: payload.slice(0, colon), key: payload.slice(colon + 1) };
    if (!this.#confirmations.take(change)) {
      this.#options.onChange(change);
    }
  }

  /** A connection that ends because the server stops is no fault. */
  #report(error: unknown): void {
    const { now, onError } = this.#options;
    if (!this.#isClosed && now() - this.#reportedAt >= reportMs) {
      this.#reportedAt = now();
      onError(error);
    }
  }

  #reportSilent(sessions: SilentSession[]): void {
    const { now, onSilent } = this.#options;
    if (!this.#isClosed && now() - this.#reportedSilentAt >= reportMs) {
      this.#reportedSilentAt = now();
      onSilent(sessions);
    }
  }
}
