import { setTimeout as sleep } from "node:timers/promises";

/** A session that a server of an older revision has opened with `initialize`. */
export interface OpenedSession {
  /** Empty: the server has no sessions, and can be called without another `initialize`. */
  id: string;
  /** The revision of the protocol that was agreed on, such as `2025-11-25`. */
  revision: string;
}

/** A session that a call goes on with. */
export interface ResumedSession extends OpenedSession {
  /** The id of the call's first request: each client counts from 0, and a session has each id once. */
  firstId: number;
}

/**
 * To be called when the call that opened a session is over.
 *
 * @param isLost it found the session lost, which is ended then. Other calls that run in it go on
 */
export type LeaveSession = (isLost: boolean) => void;

/** A session that is kept for the next call. */
interface KeptSession extends OpenedSession {
  /** How many calls have gone on with it. */
  calls: number;
  /** How many of them are under way, with the one that opened it. */
  running: number;
  /** Tells the server that nobody uses it any more. */
  end(): Promise<void>;
  timer: NodeJS.Timeout;
}

const usualIdleMs = 10 * 60_000;
const usualMax = 1000;
/** How long a stop waits until servers have heard of it. */
const closeMs = 1000;
/** Of a call with one session after another, each of which its server has ended. */
const maxTries = 3;
/** How long a call waits for a session that another one is opening. A server may hang. */
const maxWaitMs = 5000;
/** More requests than one call makes. */
const idsOfCall = 100;

/**
 * The sessions of servers of older revisions that keep something from call to call, such as an open browser. Each is kept for calls with the
 * same key, until none came for some time.
 */
export class McpSessions {
  readonly #idleMs: number;
  readonly #max: number;
  /** The one used last stands last. */
  readonly #kept = new Map<string, KeptSession>();
  /** By key: ends when the call that opens a session has done so, or has failed. */
  readonly #opening = new Map<string, PromiseWithResolvers<void>>();

  /** @param max more than these are not kept: the one that was used longest ago is ended */
  constructor(idleMs: number = usualIdleMs, max: number = usualMax) {
    this.#idleMs = idleMs;
    this.#max = max;
  }

  /**
   * Runs a call with the kept session, and waits a while for one that another call is opening.
   *
   * @param call returns undefined when the server has ended the session and refused the call
   * @returns undefined: there is none. The caller opens one, and calls `endOpening` then
   */
  async use<Result>(
    key: string,
    call: (session: ResumedSession) => Promise<Result | undefined>,
    signal?: AbortSignal,
  ): Promise<Result | undefined> {
    for (let tries = 0; tries < maxTries; tries++) {
      const session = await this.#find(key, signal);
      const result = session && (await this.#run(key, session, call));
      if (session === undefined || result !== undefined) {
        return result;
      }
      this.forget(key, session);
    }
    return undefined;
  }

  /** Undefined: there is none, and the caller is the one that opens it. Or the one that does takes too long. */
  async #find(key: string, signal: AbortSignal | undefined): Promise<KeptSession | undefined> {
    let end: Promise<void> | undefined;
    let isOver = false;
    for (let opening = this.#opening.get(key); opening && !isOver; opening = this.#opening.get(key)) {
      end ??= sleep(maxWaitMs, undefined, { ref: false, ...(signal && { signal }) })
        .catch(() => undefined)
        .finally(() => {
          isOver = true;
        });
      await Promise.race([opening.promise, end]);
    }
    const session = this.#kept.get(key);
    if (session === undefined && !this.#opening.has(key)) {
      this.#opening.set(key, Promise.withResolvers());
    }
    return session;
  }

  async #run<Result>(
    key: string,
    session: KeptSession,
    call: (session: ResumedSession) => Promise<Result>,
  ): Promise<Result> {
    this.#kept.delete(key);
    this.#kept.set(key, session);
    session.calls++;
    session.running++;
    const { id, revision } = session;
    try {
      return await call({ id, revision, firstId: session.calls * idsOfCall });
    } finally {
      this.#leave(key, session);
    }
  }

  #leave(key: string, session: KeptSession): void {
    session.running--;
    if (this.#kept.get(key) === session) {
      session.timer.refresh();
    }
  }

  /**
   * Keeps a session for other calls.
   *
   * @returns null: another call has opened one meanwhile
   */
  keep(key: string, opened: OpenedSession, end: () => Promise<void>): LeaveSession | null {
    if (this.#kept.has(key)) {
      return null;
    }
    const timer = setTimeout(() => this.#endWhenIdle(key, session), this.#idleMs).unref();
    const session: KeptSession = { ...opened, calls: 0, running: 1, end, timer };
    this.#kept.set(key, session);
    this.endOpening(key);
    if (this.#kept.size > this.#max) {
      const oldest = [...this.#kept].find(([, { running }]) => running === 0);
      void (oldest && this.#end(...oldest));
    }
    return (isLost) => {
      this.#leave(key, session);
      if (isLost && this.#kept.get(key) === session) {
        this.forget(key, session);
        void (session.running === 0 && session.end());
      }
    };
  }

  /** Lets the calls go on that wait for a session: it is kept, or there will be none. */
  endOpening(key: string): void {
    this.#opening.get(key)?.resolve();
    this.#opening.delete(key);
  }

  /** Forgets a session that its server no longer knows. */
  forget(key: string, { id }: OpenedSession): void {
    const session = this.#kept.get(key);
    if (session?.id === id) {
      clearTimeout(session.timer);
      this.#kept.delete(key);
    }
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    const ending = [...this.#kept].map(([key, session]) => this.#end(key, session));
    if (ending.length > 0) {
      await Promise.race([Promise.all(ending), sleep(closeMs)]);
    }
  }

  #endWhenIdle(key: string, session: KeptSession): void {
    if (session.running > 0) {
      session.timer.refresh();
    } else {
      void this.#end(key, session);
    }
  }

  async #end(key: string, session: KeptSession): Promise<void> {
    this.forget(key, session);
    await session.end();
  }
}
