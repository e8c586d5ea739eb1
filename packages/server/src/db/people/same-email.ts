import { type RawBuilder, sql } from "kysely";

/**
 * Compares `u.email` with an address, whatever the case of its letters from A to Z, which are all that the collation C folds. To a database
 * whose locale knows all letters, `İ` is a large `i` and `K` (U+212A) a large `k`: they belong to other mailboxes, and would be counted
 * apart. To one whose locale is Turkish, `I` is not a large `i` (decisions D54, D59b).
 */
export const isSameEmail = (email: string): RawBuilder<boolean> =>
  // As in the index.
  sql<boolean>`lower(u.email collate "C") = lower(${email}::text collate "C")`;
