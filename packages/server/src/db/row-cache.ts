import { LRUCache } from "lru-cache";

/**
 * Rows kept in memory by key. A row that was read while a change came in is answered but not kept, so that nothing older
 * than the last change stays. Values must not be changed by who gets them.
 */
export class RowCache<Value extends {}> {
  readonly #rows: LRUCache<string, Value>;
  readonly #load: (key: string) => Promise<Value | null>;
  readonly #isFresh: () => boolean;
  readonly #loading = new Map<string, Promise<Value | null>>();
  #changes = 0;

  /**
   * @param isFresh whether changes made elsewhere are known to have arrived; while false the database is asked each time
   * @param load null when there is no such row; that is not kept
   */
  constructor(options: {
    max: number;
    isFresh: () => boolean;
    load: (key: string) => Promise<Value | null>;
  }) {
    this.#rows = new LRUCache({ max: options.max });
    this.#isFresh = options.isFresh;
    this.#load = options.load;
  }

  /** The row in memory, without waiting; undefined: use `get`. */
  peek(key: string): Value | undefined {
    return this.#isFresh() ? this.#rows.get(key) : undefined;
  }

  /** The row, from memory or the database; null when there is none. */
  async get(key: string): Promise<Value | null> {
    return this.peek(key) ?? this.#loading.get(key) ?? this.#loadOnce(key);
  }

  /** Forgets a row that has changed. */
  forget(key: string): void {
    this.#changes++;
    this.#rows.delete(key);
    this.#loading.delete(key);
  }

  /** Forgets the rows that a change concerns, where their keys are not known. */
  forgetWhere(concerns: (row: Value) => boolean): void {
    this.#changes++;
    for (const [key, row] of this.#rows.entries()) {
      if (concerns(row)) {
        this.#rows.delete(key);
      }
    }
    this.#loading.clear();
  }

  /** Forgets all rows. */
  clear(): void {
    this.#changes++;
    this.#rows.clear();
    this.#loading.clear();
  }

  #loadOnce(key: string): Promise<Value | null> {
    const changesBefore = this.#changes;
    const loading = this.#load(key)
      .then((row) => {
        if (row !== null && this.#changes === changesBefore && this.#isFresh()) {
          this.#rows.set(key, row);
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
