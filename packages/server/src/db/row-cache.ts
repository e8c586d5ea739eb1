import { LRUCache } from "lru-cache";
import type { AtHand } from "../at-hand.ts";

/**
 * Caches rows by key. A row that was loaded during a change is returned but not cached, so that no cached row is older than the last
 * change. Callers must not modify the values.
 */
export class RowCache<Value extends {}> {
  readonly #rows: LRUCache<string, Value>;
  /** Keys that recently had no row. */
  readonly #absent: LRUCache<string, true> | null;
  readonly #load: (key: string) => Promise<Value | null>;
  readonly #isFresh: () => boolean;
  readonly #loading = new Map<string, Promise<Value | null>>();
  /** Loads that begin when the one before has ended. */
  readonly #next = new Map<string, Promise<Value | null>>();
  #changes = 0;

  /**
   * @param isFresh whether all changes by other servers have arrived; while false, every call reads the database
   * @param load returns null when the row does not exist
   * @param absentMs how long a missing row is cached, for tables that report new rows as changes; default: not cached
   */
  constructor(options: {
    max: number;
    isFresh: () => boolean;
    load: (key: string) => Promise<Value | null>;
    absentMs?: number;
  }) {
    const { max, absentMs = 0 } = options;
    // With `max`, the library takes room for all rows at once, half a megabyte for 20,000.
    const limit = { maxSize: max, sizeCalculation: () => 1 };
    this.#rows = new LRUCache(limit);
    this.#absent = absentMs > 0 ? new LRUCache({ ...limit, ttl: absentMs }) : null;
    this.#isFresh = options.isFresh;
    this.#load = options.load;
  }

  /** Returns the cached row without waiting; undefined: use `get`. */
  peek(key: string): Value | undefined {
    return this.#isFresh() ? this.#rows.get(key) : undefined;
  }

  /** Returns the row from memory, or a promise of it from the database; null when it does not exist. */
  get(key: string): AtHand<Value | null> {
    if (this.#isFresh()) {
      const kept = this.#rows.get(key);
      if (kept !== undefined) {
        return kept;
      }
      if (this.#absent?.get(key)) {
        return null;
      }
      return this.#loading.get(key) ?? this.#loadOnce(key);
    }
    const loading = this.#loading.get(key);
    return loading === undefined ? this.#loadOnce(key) : this.#loadAfter(key, loading);
  }

  /** Drops a row that has changed. */
  forget(key: string): void {
    this.#changes++;
    this.#rows.delete(key);
    this.#absent?.delete(key);
    this.#loading.delete(key);
  }

  /** Drops the rows that a change affects, when their keys are unknown. */
  forgetWhere(concerns: (row: Value, key: string) => boolean): void {
    this.#changes++;
    for (const [key, row] of this.#rows.entries()) {
      if (concerns(row, key)) {
        this.#rows.delete(key);
      }
    }
    this.#loading.clear();
  }

  /** Drops all rows. */
  clear(): void {
    this.#changes++;
    this.#rows.clear();
    this.#absent?.clear();
    this.#loading.clear();
  }

  #keep(key: string, row: Value | null): void {
    if (row !== null) {
      this.#rows.set(key, row);
    } else {
      this.#absent?.set(key, true);
    }
  }

  /**
   * A load under way may be older than a change that was not heard of (decisions D88). All who come meanwhile share the next one. When the
   * one under way fails, they do not wait for the database once more.
   */
  #loadAfter(key: string, loading: Promise<Value | null>): Promise<Value | null> {
    let next = this.#next.get(key);
    if (next === undefined) {
      next = loading.finally(() => this.#next.delete(key)).then(() => this.#loadOnce(key));
      this.#next.set(key, next);
    }
    return next;
  }

  #loadOnce(key: string): Promise<Value | null> {
    const changesBefore = this.#changes;
    const loading = this.#load(key)
      .then((row) => {
        if (this.#changes === changesBefore && this.#isFresh()) {
          this.#keep(key, row);
        }
        return row;
      })
      .finally(() => {
        if (this.#loading.get(key) === loading) {
          this.#loading.delete(key);
        }
      });
    this.#loading.set(key, loading);
    return loading;
  }
}
