import type pg from "pg";
import { isListedType, readTextArray } from "./read-types.ts";

const arraysQuery = `SELECT t.oid FROM pg_catalog.pg_type t
  WHERE t.oid = ANY ($1::pg_catalog.oid[]) AND t.typcategory = 'A' AND t.typelem <> 0 AND t.typdelim = ','`;

/** Knows which of a database's own types are arrays, such as those of an enumeration. A result has only the number of its type. */
export class ArrayTypes {
  readonly #client: pg.Client;
  readonly #isArray = new Map<number, boolean>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Reads the arrays in rows whose types `readTypes` does not know. It changes the rows. */
  async readArrays(fields: readonly pg.FieldDef[], rows: readonly unknown[][]): Promise<void> {
    const unlisted = fields.map(({ dataTypeID }) => dataTypeID).filter((type) => !isListedType(type));
    await this.#ask(unlisted.filter((type) => !this.#isArray.has(type)));
    for (const [at, { dataTypeID }] of fields.entries()) {
      if (this.#isArray.get(dataTypeID) === true) {
        for (const row of rows) {
          row[at] = row[at] === null ? null : readTextArray(String(row[at]));
        }
      }
    }
  }

  async #ask(types: readonly number[]): Promise<void> {
    if (types.length === 0) {
      return;
    }
    const { rows } = await this.#client.query<{ oid: number }>(arraysQuery, [types]);
    const arrays = new Set(rows.map(({ oid }) => oid));
    for (const type of types) {
      this.#isArray.set(type, arrays.has(type));
    }
  }
}
