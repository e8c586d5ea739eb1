import type pg from "pg";

/** What `pg` has for `COPY`, and its types do not list. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/**
 * Inserts rows with `COPY … FROM STDIN`, all of them or none.
 *
 * @param statement such as `copy shop (name) from stdin with (format binary)`
 * @param rows in the format that the statement names
 */
export async function copyRows(pool: pg.Pool, statement: string, rows: Buffer): Promise<void> {
  await pool.query(new CopyQuery(statement, rows));
}

/**
 * A query of `pg` that sends its rows with the statement, as the protocol allows: that saves the time of a way to the database and back, and
 * the database holds no lock while it waits for this process. The database ignores rows that follow a statement that failed.
 */
class CopyQuery implements pg.Submittable {
  readonly text: string;
  /** Set by `pg`. */
  callback?: (error: Error | null) => void;
  readonly #rows: Buffer;

  constructor(text: string, rows: Buffer) {
    this.text = text;
    this.#rows = rows;
  }

  submit(connection: pg.Connection): void {
    const copying = connection as CopyConnection;
    // One write for the three messages: each wakes the database.
    copying.stream.cork();
    copying.query(this.text);
    copying.sendCopyFromChunk(this.#rows);
    copying.endCopyFrom();
    copying.stream.uncork();
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback?.(null);
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }
}
