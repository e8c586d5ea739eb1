/** A call that waits for its turn. */
export interface Waiter {
  start(): void;
}

/**
 * Limits how many calls that share something run and how many wait: an origin, or threads. An origin that does not respond then delays
 * no calls to other origins and uses limited memory.
 *
 * Each call is some party's, such as a member's. A party runs at most twice as many calls as there are places left for others, so that
 * one with slow calls always leaves some. Waiting parties take turns.
 */
export class CallGate<Party = number> {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #places: number;
  #running = 0;
  readonly #runningOf = new Map<Party, number>();
  #waiting = 0;
  /** In the order of their turns. No queue is empty. */
  readonly #queues = new Map<Party, Set<Waiter>>();

  /**
   * @param maxRunning of one party; `countPlaces(maxRunning)` of all parties
   * @param maxWaiting of one party; four times as many of all parties
   */
  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
    this.#places = countPlaces(maxRunning);
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting === 0;
  }

  /** Starts the call now or later. False when too many calls are waiting. */
  enter(waiter: Waiter, party: Party): boolean {
    if (this.#mayRun(party)) {
      this.#count(party);
      waiter.start();
      return true;
    }
    const queue = this.#queues.get(party) ?? new Set();
    if (queue.size >= this.#maxWaiting || this.#waiting >= 4 * this.#maxWaiting) {
      return false;
    }
    this.#queues.set(party, queue.add(waiter));
    this.#waiting++;
    return true;
  }

  /** Removes a waiting call. False when it was already started. */
  withdraw(waiter: Waiter, party: Party): boolean {
    const queue = this.#queues.get(party);
    if (queue?.delete(waiter) !== true) {
      return false;
    }
    this.#waiting--;
    if (queue.size === 0) {
      this.#queues.delete(party);
    }
    return true;
  }

  /**
   * Call this once for every call that was started, when it no longer uses a connection. The next calls start after the current
   * callback: undici's client must not get a request while it reports an error to another one.
   */
  leave(party: Party): void {
    this.#running--;
    const left = (this.#runningOf.get(party) ?? 1) - 1;
    if (left === 0) {
      this.#runningOf.delete(party);
    } else {
      this.#runningOf.set(party, left);
    }
    while (this.#waiting > 0 && this.#startNext()) {
      // One place that is left may let several parties run more.
    }
  }

  #mayRun(party: Party): boolean {
    const running = this.#runningOf.get(party) ?? 0;
    return running < this.#maxRunning && running < 2 * (this.#places - this.#running);
  }

  #count(party: Party): void {
    this.#running++;
    this.#runningOf.set(party, (this.#runningOf.get(party) ?? 0) + 1);
  }

  /** Starts a call of the first party that may run one, and puts the party behind the others. False when none may. */
  #startNext(): boolean {
    for (const [party, queue] of this.#queues) {
      const [next] = queue;
      if (next !== undefined && this.#mayRun(party)) {
        this.withdraw(next, party);
        if (this.#queues.delete(party)) {
          this.#queues.set(party, queue);
        }
        this.#count(party);
        queueMicrotask(() => next.start());
        return true;
      }
    }
    return false;
  }
}

/** How many calls of all parties run at once, when one party may run so many. */
export const countPlaces = (maxRunning: number): number => Math.ceil(maxRunning * 1.5);
