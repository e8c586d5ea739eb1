/** Which rows of a list to read (contract, Pagination). */
export interface Page {
  /** From 0. */
  offset: number;
  /** The most rows. */
  top: number;
}

/** A page of rows, with the number of rows on all pages together. */
export interface RowPage<Row> {
  rows: Row[];
  totalCount: number;
}

/** So many rows are read at once. */
const batchRows = 50;

/** A page ends early, with the row that makes it so large (decisions D22). In characters. */
export const maxPageLength = 8 * 1024 * 1024;

/**
 * Reads the rows of a page, when a row may be large. The page ends early when its rows are: nobody can make a list that fills the memory
 * or holds the process, and the next page begins after the last row of this one.
 *
 * @param load reads the rows of a smaller page, all that there are
 * @param measure about how many characters a row has
 */
export async function loadLargeRows<Row>(
  { offset, top }: Page,
  load: (part: Page) => Promise<Row[]>,
  measure: (row: Row) => number,
): Promise<Row[]> {
  const rows: Row[] = [];
  let length = 0;
  while (rows.length < top) {
    const part = { offset: offset + rows.length, top: Math.min(batchRows, top - rows.length) };
    const loaded = await load(part);
    for (const row of loaded) {
      rows.push(row);
      length += measure(row);
      if (length >= maxPageLength) {
        return rows;
      }
    }
    if (loaded.length < part.top) {
      break;
    }
  }
  return rows;
}

/** For `loadLargeRows`. */
export const measureJson = (value: unknown): number => JSON.stringify(value)?.length ?? 0;
