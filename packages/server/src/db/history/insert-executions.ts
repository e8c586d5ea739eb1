import type pg from "pg";
import { copyRows } from "../bulk/copy-rows.ts";
import { isTaken } from "../sql-state.ts";
import { copyStatement, encodeExecutions, type NewExecution } from "./encode-executions.ts";

/** Request ids may come from callers, so they identify an execution only together with the times. */
const findStored = `select stored.company_id, stored.history_id,
    stored.request_id = sent.request_id and stored.account_user_id = sent.account_user_id
    and stored.tool_slug = sent.tool_slug and stored.created_date = sent.created_date
    and stored.execution_time_ms is not distinct from sent.execution_time_ms as is_same
  from json_populate_recordset(null::execution, $1::json) as sent
  join execution as stored using (company_id, history_id)`;

/**
 * Inserts records in one transaction. A record from an earlier attempt whose commit was not confirmed is not stored twice.
 *
 * @returns the records that were not stored because their id belongs to another record
 */
export async function insertExecutions<Row extends NewExecution>(
  pool: pg.Pool,
  records: readonly Row[],
): Promise<Row[]> {
  try {
    await copyRows(pool, copyStatement, encodeExecutions(records));
    return [];
  } catch (error) {
    if (!isTaken(error)) {
      throw error;
    }
    const stored = await loadStored(pool, records);
    if (stored.size === 0) {
      throw error;
    }
    const others = records.filter((record) => !stored.has(nameRecord(record.fields)));
    const refused = others.length === 0 ? [] : await insertExecutions(pool, others);
    return [...records.filter(({ fields }) => stored.get(nameRecord(fields)) === false), ...refused];
  }
}

/** Finds the rows that have the ids of records, and whether each is the record itself. */
async function loadStored(
  pool: pg.Pool,
  records: readonly NewExecution[],
): Promise<ReadonlyMap<string, boolean>> {
  const json = JSON.stringify(records.map(({ fields }) => fields));
  const { rows } = await pool.query<StoredRow>(findStored, [json]);
  return new Map(rows.map((row) => [nameRecord(row), row.is_same]));
}

interface StoredRow {
  company_id: number;
  history_id: number;
  is_same: boolean;
}

const nameRecord = (row: Pick<StoredRow, "company_id" | "history_id">): string =>
  `${row.company_id}:${row.history_id}`;
