import { historyLimits } from "@bowline/contract";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "../schema.ts";
import { buildCounts, type Scope } from "./summary-counts.ts";
import {
  groupColumns,
  type Key,
  type SummaryOptions,
  type UncountedGroup,
  uncountedColumns,
} from "./summary-groups.ts";

/**
 * Finds the groups with the most records. Tools, members, connections and API keys may be so many that counting each of them in each
 * bucket takes too long.
 *
 * @returns their keys; none when all are counted
 */
export async function findLargestGroups(
  db: Transaction<Schema>,
  scope: Scope,
  { groupBy }: SummaryOptions,
  sample: RawBuilder<boolean>,
): Promise<Key[]> {
  switch (groupBy) {
    case "connection":
    case "apiKey":
      return findLargestUncounted(db, scope.condition, groupBy, sample);
    case "tool":
    case "member": {
      const whole = { start: sql`null`, column: sql.ref(groupColumns[groupBy]) };
      const { rows } = await sql<{ key: Key }>`select key from (${buildCounts(scope, () => whole)}) as part
        group by key having sum(count) > 0 order by sum(count) desc, key limit ${historyLimits.summaryGroups}`.execute(
        db,
      );
      return rows.map(({ key }) => key);
    }
    default:
      return [];
  }
}

/** Finds the largest by their records. Of many records a sample is enough. */
async function findLargestUncounted(
  db: Transaction<Schema>,
  condition: RawBuilder<boolean>,
  groupBy: UncountedGroup,
  sample: RawBuilder<boolean>,
): Promise<number[]> {
  const id = sql.ref(uncountedColumns[groupBy]);
  const { rows } = await sql<{ id: number }>`select ${id} as id from execution
    where ${condition} and ${sample} and ${id} is not null
    group by ${id} order by count(*) desc, ${id} limit ${historyLimits.summaryGroups}`.execute(db);
  return rows.map(({ id: one }) => one);
}
