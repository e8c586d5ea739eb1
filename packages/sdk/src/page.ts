import { ApiCall, type ApiResponse } from "./call.ts";

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Number of items on all pages together. */
  totalCount: number;
  /** Index of the first item. */
  offset: number;
  /** The largest number of items on a page. */
  top: number;
}

/** Reads a page. */
export type ReadPage<Item> = () => Promise<ApiResponse<Page<Item>>>;

/**
 * A call of a list. Awaiting it returns one page; `for await` goes through the items of this page and all later ones, and
 * reads a page when it is needed.
 */
export class ListCall<Item> extends ApiCall<Page<Item>> implements AsyncIterable<Item> {
  readonly #findNext: (page: Page<Item>) => ReadPage<Item> | null;

  /** @param findNext returns what reads the page after this one; null: this is the last */
  constructor(readFirst: ReadPage<Item>, findNext: (page: Page<Item>) => ReadPage<Item> | null) {
    super(readFirst);
    this.#findNext = findNext;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let page: Page<Item> = await this;
    for (;;) {
      yield* page.items;
      const readNext = this.#findNext(page);
      if (readNext === null) {
        return;
      }
      ({ data: page } = await readNext());
    }
  }

  /** Returns the items of this page and all later ones. `limit` is the largest number of items to return; default: all. */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number | undefined } = {}): Promise<Item[]> {
    const items: Item[] = [];
    if (limit < 1) {
      return items;
    }
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) {
        break;
      }
    }
    return items;
  }
}
