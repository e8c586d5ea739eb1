import type pg from "pg";
import { isDiskFull } from "./sql-state.ts";

/** How long the disk need not be checked again after it had room. */
const roomMs = 5000;

/** Holds more than `work_mem`, so PostgreSQL writes a temporary file of 72 KB. That leaves nothing in the database or its log of changes. */
const fillTemporaryFile = `SET LOCAL work_mem = '64kB'; SET LOCAL temp_tablespaces = '';
  SELECT count(*) FROM generate_series(1, 5000)`;

/**
 * Prepares the check that changes can be written to the database now: it can be reached, is no standby, and its disk has room. On a
 * full disk, small changes may still fit into files that are there.
 *
 * @returns a function that never rejects
 */
export function prepareWritableCheck(pool: pg.Pool, clock: () => number): () => Promise<boolean> {
  let hadRoom = Number.NEGATIVE_INFINITY;

  async function hasRoom(): Promise<boolean> {
    if (clock() < hadRoom + roomMs) {
      return true;
    }
    try {
      await pool.query(fillTemporaryFile);
    } catch (error) {
      if (isDiskFull(error)) {
        return false;
      }
    }
    hadRoom = clock();
    return true;
  }

  // After a failover, the address may lead to a standby for a while.
  const isPrimary = () =>
    pool.query("select 1 where current_setting('transaction_read_only') = 'off'").then(
      ({ rows }) => rows.length > 0,
      () => false,
    );

  return async () => (await isPrimary()) && (await hasRoom());
}
