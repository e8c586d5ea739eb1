import type { ServerResponse } from "node:http";

/** Many large results that are on their way to slow readers. */
const defaultMaxBytes = 256 * 2 ** 20;
const defaultStalledMs = 60_000;

interface Unread {
  bytes: number;
  /** The oldest is first. */
  responses: Map<ServerResponse, number>;
}

/**
 * Watches responses that their clients do not read as fast as they are written. What waits to be read stays in memory, and a client could
 * ask for thousands of large responses and read none.
 */
export class UnreadResponses {
  readonly #maxBytes: number;
  readonly #stalledMs: number;
  readonly #unread = new Map<number, Unread>();

  /**
   * @param maxBytes of one company; when more wait, its oldest connections are closed
   * @param stalledMs a connection is closed when its client has read nothing for so long
   */
  constructor(maxBytes = defaultMaxBytes, stalledMs = defaultStalledMs) {
    this.#maxBytes = maxBytes;
    this.#stalledMs = stalledMs;
  }

  /** Watches a response that was ended, until it is sent. */
  watch(response: ServerResponse, companyId: number): void {
    const bytes = response.writableLength;
    if (bytes === 0) {
      return;
    }
    const unread = this.#unread.get(companyId) ?? { bytes: 0, responses: new Map() };
    this.#unread.set(companyId, unread);
    unread.responses.set(response, bytes);
    unread.bytes += bytes;
    response.setTimeout(this.#stalledMs, () => response.destroy());
    response.once("close", () => this.#forget(response, companyId, unread));
    for (const oldest of unread.responses.keys()) {
      if (unread.bytes <= this.#maxBytes) {
        break;
      }
      this.#forget(oldest, companyId, unread);
      oldest.destroy();
    }
  }

  #forget(response: ServerResponse, companyId: number, unread: Unread): void {
    unread.bytes -= unread.responses.get(response) ?? 0;
    unread.responses.delete(response);
    if (unread.responses.size === 0 && this.#unread.get(companyId) === unread) {
      this.#unread.delete(companyId);
    }
  }
}
