/** A list's place: from where and how many at most (contract, Pagination). */
export interface Page {
  offset: number;
  top: number;
}

/** Fills in the defaults: 0, and 100 unless the list has its own. */
export const readPage = (
  query: { offset?: number | undefined; top?: number | undefined },
  defaultTop = 100,
): Page => ({
  offset: query.offset ?? 0,
  top: query.top ?? defaultTop,
});

/** The list envelope around the items of a page. */
export const renderPage = <Item>(items: Item[], totalCount: number, page: Page) => ({
  items,
  totalCount,
  ...page,
});

/** The same as JSON, from items that are JSON already: pages of the catalog are never serialised twice. */
export const joinPage = (items: readonly string[], totalCount: number, { offset, top }: Page): string =>
  `{"items":[${items.join(",")}],"totalCount":${totalCount},"offset":${offset},"top":${top}}`;

/** A `search` that is blank is none (decisions D22). */
export function readSearch(search: string | undefined): string | null {
  const trimmed = search?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** ISO 8601 in UTC with milliseconds. */
export const renderDate = (date: Date): string => date.toISOString();

export const renderNullableDate = (date: Date | null): string | null => date?.toISOString() ?? null;
