import pg from "pg";
import { SilentDatabaseError } from "./limit-statements.ts";
import { isOutOfConnections } from "./sql-state.ts";

type Connected = Parameters<Parameters<pg.Pool["connect"]>[0]>;

/** How long no further connection is asked for after the database gave none. */
const fullMs = 200;

export type PatientPoolConfig = pg.PoolConfig & { max: number; connectionTimeoutMillis: number };

/**
 * A pool that makes do with the connections that it has while the database gives it no further one: it has no more (SQLSTATE 53300), has
 * another password now, or a pooler in front of it lets connections wait. Whoever needs one gets the first that is free, be it new or used, within
 * `connectionTimeoutMillis`.
 * The last connection stays open while nobody uses it, because others may take its place.
 */
export class PatientPool extends pg.Pool {
  readonly #max: number;
  readonly #timeoutMs: number;
  /** What refuses each caller that waits, the one that waits longest first. */
  readonly #waiting = new Set<(reason: unknown) => void>();
  #opening = 0;
  /** Why the database refused the last connection that it was asked for. */
  #refusal: unknown;
  #resting: NodeJS.Timeout | undefined;

  constructor(config: PatientPoolConfig) {
    super({ ...config, min: 1 });
    this.#max = config.max;
    this.#timeoutMs = config.connectionTimeoutMillis;
    // A connection that the pool itself opens is for one caller, who gets no other one.
    this.options.max = 0;
    this.on("connect", () => {
      this.#refusal = undefined;
    });
    this.on("remove", () => this.#openMore());
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: (...result: Connected) => void): void;
  override connect(callback?: (...result: Connected) => void): Promise<pg.PoolClient> | undefined {
    const connecting = this.#wait();
    if (callback === undefined) {
      return connecting;
    }
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
  }

  override async end(): Promise<void> {
    clearTimeout(this.#resting);
    await super.end();
  }

  #wait(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const refuse = (reason: unknown) => {
        this.#waiting.delete(refuse);
        reject(reason);
      };
      this.#waiting.add(refuse);
      super.connect((error, client) => {
        if (client === undefined) {
          refuse(isWaitOver(error) ? this.#explainWait() : error);
        } else if (this.#waiting.delete(refuse)) {
          resolve(client);
        } else {
          // In a turn of its own, because it calls the next one, and thousands may have been refused.
          process.nextTick(() => client.release());
        }
      });
      // A connection that nobody uses is given out before that.
      process.nextTick(() => this.#openMore());
    });
  }

  #explainWait(): unknown {
    const reason =
      this.#opening > 0 || this.#resting !== undefined
        ? "the database, or a pooler in front of it, opened no further one. The pool of a pooler may be too small"
        : `all ${this.#max} were in use`;
    return this.#refusal ?? new Error(`No connection was free within ${this.#timeoutMs} ms: ${reason}.`);
  }

  #openMore(): void {
    while (this.#resting === undefined && this.#opening < this.#waiting.size && this.#mayGrow()) {
      this.#openOne();
    }
  }

  #mayGrow(): boolean {
    return this.totalCount < this.#max && this.idleCount === 0 && !this.ending;
  }

  /** Opens a connection for whoever waits longest when it is open. */
  #openOne(): void {
    this.#opening++;
    this.options.max = this.#max;
    super.connect((error, client) => {
      this.#opening--;
      if (client === undefined) {
        this.#noteFailure(error);
      } else {
        client.release();
      }
      this.#openMore();
    });
    this.options.max = 0;
  }

  #noteFailure(error: unknown): void {
    const hasOthers = this.totalCount > this.#opening;
    if (hasOthers || isOutOfConnections(error) || isSilent(error)) {
      this.#refusal = isSilent(error) ? undefined : error;
      this.#resting ??= setTimeout(() => this.#tryAgain(), fullMs);
    } else {
      const [refuseFirst] = this.#waiting;
      refuseFirst?.(error);
    }
  }

  #tryAgain(): void {
    this.#resting = undefined;
    if (this.#waiting.size > 0 && this.#mayGrow()) {
      this.#openOne();
    }
  }
}

/** Whether the time was over in the queue. */
const isWaitOver = (error: unknown): boolean =>
  error instanceof Error && error.message === "timeout exceeded when trying to connect";

/** Whether the database, or a pooler in front of it, did not respond while a connection was being opened. */
const isSilent = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof SilentDatabaseError ||
    error.message === "Connection terminated due to connection timeout");
