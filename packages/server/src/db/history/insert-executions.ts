import type pg from "pg";
import { encodeTextArray } from "../encode-text-array.ts";
import type { Schema } from "../schema.ts";

/** A history record to insert. The date is ISO 8601. */
export interface NewExecution {
  fields: Omit<Schema["execution"], "created_date" | "input" | "output"> & { created_date: string };
  /** JSON, as `output` is. Both are most of a record, so they are sent as they are and not as strings in JSON. */
  input: string | null;
  output: string | null;
}

const columns =
  "history_id, company_id, account_user_id, api_key_id, tool_slug, application_slug, connection_id, resolved_by, toolset_id, source, is_success, failure_kind, error_message, status_code, execution_time_ms, data_size_bytes, request_id, is_output_cut, checks_ms, token_ms, downstream_ms, results_ms, response_headers, created_date";

const insertRecords = {
  name: "insert-executions",
  text: `with sent as (select *, row_number() over () as place from json_populate_recordset(null::execution, $1::json)),
    texts as (select * from unnest($2::text[], $3::text[]) with ordinality as texts (input_text, output_text, place))
    insert into execution (${columns}, input, output)
    select ${columns}, input_text, output_text from sent join texts using (place) on conflict do nothing`,
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
  const json = JSON.stringify(records.map(({ fields }) => fields));
  const inputs = encodeTextArray(records.map(({ input }) => input));
  const outputs = encodeTextArray(records.map(({ output }) => output));
  const { rowCount } = await pool.query({ ...insertRecords, values: [json, inputs, outputs] });
  if (rowCount === records.length) {
    return [];
  }
  const { rows } = await pool.query<NewExecution["fields"]>(findStored, [json]);
  const stored = new Set(rows.map(nameRecord));
  return records.filter(({ fields }) => !stored.has(nameRecord(fields)));
}

const nameRecord = (fields: Pick<NewExecution["fields"], "company_id" | "history_id">): string =>
  `${fields.company_id}:${fields.history_id}`;
