import type pg from "pg";
import type { Schema } from "./schema.ts";

/** A history record to insert. The date is ISO 8601. */
export type NewExecution = Omit<Schema["execution"], "created_date"> & { created_date: string };

const insertRecords = {
  name: "insert-executions",
  text: "insert into execution select * from json_populate_recordset(null::execution, $1::json) on conflict do nothing",
};

/** Request ids may come from callers, so they identify an execution only together with the times. */
const findStored = `select stored.company_id, stored.history_id
  from json_populate_recordset(null::execution, $1::json) as sent
  join execution as stored using (company_id, history_id)
  where stored.request_id = sent.request_id and stored.account_user_id = sent.account_user_id
    and stored.tool_slug = sent.tool_slug and stored.created_date = sent.created_date
    and stored.execution_time_ms is not distinct from sent.execution_time_ms`;

/**
 * Inserts records in one transaction. A record from an earlier attempt whose commit was not confirmed is not stored twice.
 *
 * @returns the records that were not stored because their id belongs to another record
 */
export async function insertExecutions<Row extends NewExecution>(
  pool: pg.Pool,
  records: readonly Row[],
): Promise<Row[]> {
  const json = JSON.stringify(records);
  const { rowCount } = await pool.query({ ...insertRecords, values: [json] });
  if (rowCount === records.length) {
    return [];
  }
  const { rows } = await pool.query<NewExecution>(findStored, [json]);
  const stored = new Set(rows.map(nameRecord));
  return records.filter((record) => !stored.has(nameRecord(record)));
}

const nameRecord = (record: Pick<NewExecution, "company_id" | "history_id">): string =>
  `${record.company_id}:${record.history_id}`;
