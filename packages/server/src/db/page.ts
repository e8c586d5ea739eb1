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
