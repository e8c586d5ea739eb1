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

/** A session that is kept for the next call. */
interface KeptSession extends OpenedSession {
  /** How many calls have gone on with it. */
  calls: number;
  /** How many of them are under way. */
  running: number;
  /** Tells the server that nobody uses it any more. */
  end(): Promise<void>;
  timer: NodeJS.Timeout;
}

const usualIdleMs = 10 * 60_000;
const usualMax = 1000;
/** How long a stop waits until servers have heard of it. */
const closeMs = 1000;
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

  /** @param max more than these are not kept: the one that was used longest ago is ended */
  constructor(idleMs: number = usualIdleMs, max: number = usualMax) {
    this.#idleMs = idleMs;
    this.#max = max;
  }

  /** Runs a call with the kept session. Undefined: there is none. */
  async use<Result>(
    key: string,
    call: (session: ResumedSession) => Promise<Result>,
  ): Promise<Result | undefined> {
    const session = this.#kept.get(key);
    if (session === undefined) {
      return undefined;
    }
    this.#kept.delete(key);
    this.#kept.set(key, session);
    session.calls++;
    session.running++;
    const { id, revision } = session;
    try {
      return await call({ id, revision, firstId: session.calls * idsOfCall });
    } finally {
      session.running--;
      if (this.#kept.get(key) === session) {
        session.timer.refresh();
      }
    }
  }

  /** Keeps a session for the next call. False: another call has opened one meanwhile. */
  keep(key: string, opened: OpenedSession, end: () => Promise<void>): boolean {
    if (this.#kept.has(key)) {
      return false;
    }
    const timer = setTimeout(() => this.#endWhenIdle(key, session), this.#idleMs).unref();
    const session: KeptSession = { ...opened, calls: 0, running: 0, end, timer };
    this.#kept.set(key, session);
    if (this.#kept.size > this.#max) {
      const oldest = [...this.#kept].find(([, { running }]) => running === 0);
      void (oldest && this.#end(...oldest));
    }
    return true;
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
