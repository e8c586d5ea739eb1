import type { Link } from "./dialect.ts";

/** The limit for all databases together, so that connections that are used once do not take all sockets of the process. */
const maxIdleLinks = 64;
const idleMs = 30_000;
/** The most bytes that a server may send while nothing is asked. It may say why it closes the connection. */
const maxIdleBytes = 4096;
const watchMs = 100;

interface Kept {
  key: string;
  link: Link;
  bytesBefore: number;
  timer: NodeJS.Timeout;
}

/** Connections that wait for their next call. Each is closed after a while, when there are too many, or when its server sends something. */
export class IdleLinks {
  /** The one that has waited longest is first. */
  readonly #kept = new Set<Kept>();
  #watch: NodeJS.Timeout | null = null;

  get count(): number {
    return this.#kept.size;
  }

  /** @param key says for which calls the connection may be used */
  keep(key: string, link: Link): void {
    const kept: Kept = {
      key,
      link,
      bytesBefore: link.bytesRead,
      timer: setTimeout(() => this.#end(kept), idleMs).unref(),
    };
    this.#kept.add(kept);
    const [oldest] = this.#kept;
    if (this.#kept.size > maxIdleLinks && oldest !== undefined) {
      this.#end(oldest);
    }
    this.#watch ??= setInterval(() => this.#endLoud(), watchMs).unref();
  }

  /** Returns the connection that was used last, if there is one. */
  take(key: string): Link | undefined {
    for (const kept of [...this.#kept].reverse()) {
      if (kept.key === key) {
        this.#forget(kept);
        if (kept.link.isUsable) {
          return kept.link;
        }
        kept.link.end();
      }
    }
    return undefined;
  }

  #endLoud(): void {
    for (const kept of this.#kept) {
      if (!kept.link.isUsable || kept.link.bytesRead - kept.bytesBefore > maxIdleBytes) {
        this.#end(kept);
      }
    }
  }

  #end(kept: Kept): void {
    this.#forget(kept);
    kept.link.end();
  }

  #forget(kept: Kept): void {
    clearTimeout(kept.timer);
    this.#kept.delete(kept);
    if (this.#kept.size === 0 && this.#watch !== null) {
      clearInterval(this.#watch);
      this.#watch = null;
    }
  }
}
