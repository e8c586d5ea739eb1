import type { Page } from "../db/page.ts";

/** Fills in the defaults: offset 0, and top 100 unless the list has its own default. */
export const readPage = (
  query: { offset?: number | undefined; top?: number | undefined },
  defaultTop = 100,
): Page => ({
  offset: query.offset ?? 0,
  top: query.top ?? defaultTop,
});

/** Puts the list envelope around the items of a page. */
export const renderPage = <Item>(items: Item[], totalCount: number, page: Page) => ({
  items,
  totalCount,
  ...page,
});

/** Builds the same as JSON, from items that are JSON already, so that pages of the catalog are not serialized again. */
export const joinPage = (items: readonly string[], totalCount: number, { offset, top }: Page): string =>
  `{"items":[${items.join(",")}],"totalCount":${totalCount},"offset":${offset},"top":${top}}`;

/** Reads `search`; null when it is blank (decisions D22). */
export function readSearch(search: string | undefined): string | null {
  const trimmed = search?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** ISO 8601 in UTC with milliseconds. */
export const renderDate = (date: Date): string => date.toISOString();

export const renderNullableDate = (date: Date | null): string | null => date?.toISOString() ?? null;
