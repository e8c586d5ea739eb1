import type pg from "pg";

/**
 * The database closes the connection of a machine that is gone within about 10 seconds. Until then changes wait for it, and a `COPY` that
 * waits for its rows keeps its locks: no time limit of the database ends that.
 */
const noticeDeadPeers =
  "SET tcp_keepalives_idle = 4; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3";

/**
 * Settings of every session. The database or its user may have others by default, and then dates could not be read, and transactions
 * would end with errors that nobody expects. Compiling a statement (`jit`) takes longer than our longest ones.
 */
export const sessionSettings = `SET datestyle = 'ISO'; SET standard_conforming_strings = on; SET default_transaction_isolation = 'read committed'; SET lock_timeout = 0; SET idle_session_timeout = 0; SET jit = off; ${noticeDeadPeers}`;

/** Prepares a session whose statements may take long. When its connection breaks, the statement under way fails. */
export async function prepareLongSession(client: Pick<pg.ClientBase, "query" | "on">): Promise<void> {
  // Without a listener the process would end, too, and print a stack.
  client.on("error", () => {});
  await client.query(
    `${sessionSettings}; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`,
  );
}
