import type pg from "pg";
import { writeBaseType } from "./base-type.ts";
import { isListedType, readArray } from "./read-types.ts";

const arraysQuery = `SELECT t.oid, ${writeBaseType("e")} AS entry
  FROM pg_catalog.pg_type t JOIN pg_catalog.pg_type e ON e.oid = t.typelem
  WHERE t.oid = ANY ($1::pg_catalog.oid[]) AND t.typcategory = 'A' AND t.typelem <> 0 AND t.typdelim = ','`;

/** Knows which of a database's own types are arrays, such as those of an enumeration or a domain. A result has only the number of its type. */
export class ArrayTypes {
  readonly #client: pg.Client;
  /** The type of the entries, by the number of the type. Null: it is no array. */
  readonly #entries = new Map<number, number | null>();

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Reads the arrays in rows whose types `readTypes` does not know. It changes the rows. */
  async readArrays(fields: readonly pg.FieldDef[], rows: readonly unknown[][]): Promise<void> {
    const unlisted = fields.map(({ dataTypeID }) => dataTypeID).filter((type) => !isListedType(type));
    await this.#ask(unlisted.filter((type) => !this.#entries.has(type)));
    for (const [at, { dataTypeID }] of fields.entries()) {
      const entry = this.#entries.get(dataTypeID) ?? null;
      if (entry !== null) {
        for (const row of rows) {
          row[at] = row[at] === null ? null : readArray(String(row[at]), entry);
        }
      }
    }
  }

  async #ask(types: readonly number[]): Promise<void> {
    if (types.length === 0) {
      return;
    }
    const { rows } = await this.#client.query<{ oid: number; entry: number }>(arraysQuery, [types]);
    const arrays = new Map(rows.map(({ oid, entry }) => [oid, entry]));
    for (const type of types) {
      this.#entries.set(type, arrays.get(type) ?? null);
    }
  }
}
