import type { ServerResponse } from "node:http";
import { FollowedResponse } from "./followed-response.ts";

/** Many large results that are on their way to slow readers. */
const defaultMaxBytes = 256 * 2 ** 20;
const defaultStalledMs = 60_000;

/** Whose responses are counted together: a company's, by its id, or without a credential those of a network address. */
export type Reader = number | string;

/** All network addresses have one budget. */
type Budget = number | "addresses";

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
  readonly #budgets = new Map<Budget, Map<Reader, Unread>>();

  /**
   * @param maxBytes of one company, and of all network addresses together; when more wait, the oldest connections are closed. Among
   * addresses those of the one that most waits for: a stranger must not close the connections of others
   * @param stalledMs a connection is closed when its client has read nothing for so long
   */
  constructor(maxBytes = defaultMaxBytes, stalledMs = defaultStalledMs) {
    this.#maxBytes = maxBytes;
    this.#stalledMs = stalledMs;
  }

  /** Watches a response that was ended, until it is sent. */
  watch(response: ServerResponse, reader: Reader): void {
    const bytes = response.writableLength;
    if (bytes > 0) {
      this.#closeWhenStalled(response);
      response.once("close", () => this.#note(response, reader, 0));
      this.#note(response, reader, bytes);
    }
  }

  /** Watches a response that was not begun, whatever will write it. It may be a stream that is quiet for long. */
  follow(response: ServerResponse, reader: Reader): FollowedResponse {
    let isWatched = false;
    return new FollowedResponse(response, (bytes) => {
      if (bytes > 0 && !isWatched) {
        isWatched = true;
        this.#closeWhenStalled(response);
      }
      this.#note(response, reader, bytes);
    });
  }

  #closeWhenStalled(response: ServerResponse): void {
    response.setTimeout(this.#stalledMs, () => {
      if (response.writableLength > 0) {
        close(response);
      }
    });
  }

  #note(response: ServerResponse, reader: Reader, bytes: number): void {
    const budget = typeof reader === "number" ? reader : "addresses";
    const readers = this.#budgets.get(budget) ?? new Map<Reader, Unread>();
    const unread = readers.get(reader) ?? { bytes: 0, responses: new Map<ServerResponse, number>() };
    unread.bytes += bytes - (unread.responses.get(response) ?? 0);
    if (bytes > 0) {
      this.#budgets.set(budget, readers.set(reader, unread));
      unread.responses.set(response, bytes);
      this.#closeOldest(readers);
      return;
    }
    unread.responses.delete(response);
    if (unread.responses.size === 0 && readers.delete(reader) && readers.size === 0) {
      this.#budgets.delete(budget);
    }
  }

  #closeOldest(readers: ReadonlyMap<Reader, Unread>): void {
    const all = [...readers.values()];
    let excess = all.reduce((sum, { bytes }) => sum + bytes, 0) - this.#maxBytes;
    while (excess > 0) {
      const heaviest = all.reduce((one, other) => (other.bytes > one.bytes ? other : one));
      const [response, bytes] = heaviest.responses.entries().next().value ?? [];
      if (response === undefined || bytes === undefined) {
        return;
      }
      heaviest.responses.delete(response);
      heaviest.bytes -= bytes;
      excess -= bytes;
      close(response);
    }
  }
}

const close = (response: ServerResponse): void => void response.socket?.destroy();
