import type pg from "pg";

/**
 * Settings of every session. The database or its user may have others by default, and then dates could not be read, and transactions
 * would end with errors that nobody expects. Compiling a statement (`jit`) takes longer than our longest ones.
 */
export const sessionSettings =
  "SET datestyle = 'ISO'; SET standard_conforming_strings = on; SET default_transaction_isolation = 'read committed'; SET lock_timeout = 0; SET idle_session_timeout = 0; SET jit = off";

/** Prepares a session whose statements may take long. */
export async function prepareLongSession(client: Pick<pg.ClientBase, "query">): Promise<void> {
  await client.query(
    `${sessionSettings}; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`,
  );
}
