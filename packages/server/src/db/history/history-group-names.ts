import type { SummaryGroupBy } from "@bowline/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Where the names of groups are whose keys are ids. */
const namedGroups: Partial<
  Record<SummaryGroupBy, (ids: number[]) => RawBuilder<{ id: number; name: string }>>
> = {
  member: (
    ids,
  ) => sql`select account_user_id as id, full_name as name from account_user join user_profile using (user_id)
    where account_user_id = any(${ids}::int[]) and full_name <> ''`,
  connection: (ids) =>
    sql`select connection_id as id, name from connection where connection_id = any(${ids}::int[])`,
  apiKey: (ids) => sql`select api_key_id as id, name from api_key where api_key_id = any(${ids}::int[])`,
};

/**
 * Loads the present names of a summary's groups, by key.
 *
 * @returns no name for what was deleted, and none where the keys are no ids
 */
export async function loadGroupNames(
  db: Kysely<Schema>,
  groupBy: SummaryGroupBy | null,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const select = groupBy === null ? undefined : namedGroups[groupBy];
  if (select === undefined || keys.length === 0) {
    return new Map();
  }
  const { rows } = await select(keys.map(Number)).execute(db);
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}
