import { LRUCache } from "lru-cache";

/**
 * Rows kept in memory by key. A row that was read while a change came in is answered but not kept, so that nothing older
 * than the last change stays. Values must not be changed by who gets them.
 */
export class RowCache<Value extends {}> {
  readonly #rows: LRUCache<string, Value>;
  /** Keys that had no row a moment ago. */
  readonly #absent: LRUCache<string, true> | null;
  readonly #load: (key: string) => Promise<Value | null>;
  readonly #isFresh: () => boolean;
  readonly #loading = new Map<string, Promise<Value | null>>();
  #changes = 0;

  /**
   * @param isFresh whether changes made elsewhere are known to have arrived; while false the database is asked each time
   * @param load null when there is no such row
   * @param absentMs for how long it is kept that there is no such row, where a new row is told as a change; default: not at all
   */
  constructor(options: {
    max: number;
    isFresh: () => boolean;
    load: (key: string) => Promise<Value | null>;
    absentMs?: number;
  }) {
    const { max, absentMs = 0 } = options;
    this.#rows = new LRUCache({ max });
    this.#absent = absentMs > 0 ? new LRUCache({ max, ttl: absentMs }) : null;
    this.#isFresh = options.isFresh;
    this.#load = options.load;
  }

  /** The row in memory, without waiting; undefined: use `get`. */
  peek(key: string): Value | undefined {
    return this.#isFresh() ? this.#rows.get(key) : undefined;
  }

  /** The row, from memory or the database; null when there is none. */
  async get(key: string): Promise<Value | null> {
    const row = this.peek(key);
    if (row !== undefined) {
      return row;
    }
    if (this.#isFresh() && this.#absent?.get(key)) {
      return null;
    }
    return this.#loading.get(key) ?? this.#loadOnce(key);
  }

  /** Forgets a row that has changed. */
  forget(key: string): void {
    this.#changes++;
    this.#rows.delete(key);
    this.#absent?.delete(key);
    this.#loading.delete(key);
  }

  /** Forgets the rows that a change concerns, where their keys are not known. */
  forgetWhere(concerns: (row: Value, key: string) => boolean): void {
    this.#changes++;
    for (const [key, row] of this.#rows.entries()) {
      if (concerns(row, key)) {
        this.#rows.delete(key);
      }
    }
    this.#loading.clear();
  }

  /** Forgets all rows. */
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
