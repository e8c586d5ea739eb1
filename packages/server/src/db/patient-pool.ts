import pg from "pg";
import { isOutOfConnections } from "./sql-state.ts";

type Connected = Parameters<Parameters<pg.Pool["connect"]>[0]>;

/** How long no further connection is asked for after the database refused one. */
const fullMs = 200;

export type PatientPoolConfig = pg.PoolConfig & { max: number; connectionTimeoutMillis: number };

/**
 * A pool that makes do with fewer connections while the database gives it no further one (SQLSTATE 53300). Who needs one then waits
 * as when the pool has all that it may have: until one is free, or one can be opened, and no longer than `connectionTimeoutMillis`.
 * The last connection stays open while nobody uses it, because others may take its place.
 */
export class PatientPool extends pg.Pool {
  readonly #max: number;
  readonly #timeoutMs: number;
  readonly #open = new Set<pg.PoolClient>();
  /** Why there are fewer connections than there may be. */
  #refusal: unknown;
  #growing: NodeJS.Timeout | undefined;

  constructor(config: PatientPoolConfig) {
    super({ ...config, min: 1 });
    this.#max = config.max;
    this.#timeoutMs = config.connectionTimeoutMillis;
    this.on("connect", (client) => {
      this.#open.add(client);
      this.#refusal = undefined;
    });
    this.on("remove", (client) => this.#open.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: (...result: Connected) => void): void;
  override connect(callback?: (...result: Connected) => void): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectInTime();
    if (callback === undefined) {
      return connecting;
    }
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
  }

  override async end(): Promise<void> {
    clearTimeout(this.#growing);
    await super.end();
  }

  async #connectInTime(): Promise<pg.PoolClient> {
    const deadline = performance.now() + this.#timeoutMs;
    for (let leftMs = this.#timeoutMs; ; leftMs = deadline - performance.now()) {
      try {
        return await this.#connectWithin(leftMs);
      } catch (error) {
        if (!isOutOfConnections(error)) {
          throw isWaitOver(error) ? (this.#refusal ?? error) : error;
        }
        this.#refusal = error;
        if (performance.now() >= deadline) {
          throw error;
        }
        this.#stopGrowing();
      }
    }
  }

  /** The pool reads its limit when it is asked. */
  #connectWithin(timeoutMs: number): Promise<pg.PoolClient> {
    this.options.connectionTimeoutMillis = Math.max(1, timeoutMs);
    try {
      return super.connect();
    } finally {
      this.options.connectionTimeoutMillis = this.#timeoutMs;
    }
  }

  #stopGrowing(): void {
    this.options.max = this.#open.size;
    this.#growing ??= setTimeout(() => this.#growAgain(), fullMs);
  }

  #growAgain(): void {
    this.#growing = undefined;
    this.options.max = this.#max;
    if (this.waitingCount === 0 || this.totalCount >= this.#max || this.ending) {
      return;
    }
    // The release of a connection makes the pool serve those who wait.
    super.connect().then(
      (client) => client.release(),
      (error) => isOutOfConnections(error) && this.#stopGrowing(),
    );
  }
}

/** Whether the time was over in the queue, or while a connection was being opened. */
const isWaitOver = (error: unknown): boolean =>
  error instanceof Error &&
  /^(?:timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/.test(
    error.message,
  );
