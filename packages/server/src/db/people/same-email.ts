import { type RawBuilder, sql } from "kysely";

/**
 * Compares `u.email` with an address, whatever the case of its letters from A to Z. To a database whose locale knows all letters, `İ` is a
 * large `i` and `K` (U+212A) a large `k`: they belong to other mailboxes, and would be counted apart (decisions D54, D59b).
 */
export const isSameEmail = (email: string): RawBuilder<boolean> =>
  // The index needs the first comparison. The collation C folds ASCII letters alone.
  sql<boolean>`(lower(u.email) = lower(${email}::text) and lower(u.email collate "C") = lower(${email}::text collate "C"))`;
