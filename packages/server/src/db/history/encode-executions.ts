import { BinaryRows } from "../bulk/binary-rows.ts";
import type { Schema } from "../schema.ts";

/** A history record to insert. The date is ISO 8601. */
export interface NewExecution {
  fields: Omit<Schema["execution"], "created_date" | "input" | "output"> & { created_date: string };
  /** JSON, as `output` is. */
  input: string | null;
  output: string | null;
}

type Add = (rows: BinaryRows, value: never) => void;

const integer = (rows: BinaryRows, value: number) => rows.addInteger(value);
const bigint = (rows: BinaryRows, value: number) => rows.addBigint(value);
const double = (rows: BinaryRows, value: number) => rows.addDouble(value);
const boolean = (rows: BinaryRows, value: boolean) => rows.addBoolean(value);
const text = (rows: BinaryRows, value: string) => rows.addText(value);
const uuid = (rows: BinaryRows, value: string) => rows.addUuid(value);
const json = (rows: BinaryRows, value: object) => rows.addText(JSON.stringify(value));
const timestamp = (rows: BinaryRows, value: string) => rows.addTimestamp(value);

const types: Record<keyof NewExecution["fields"], Add> = {
  history_id: integer,
  company_id: integer,
  account_user_id: integer,
  api_key_id: integer,
  tool_slug: text,
  application_slug: text,
  connection_id: integer,
  resolved_by: text,
  toolset_id: uuid,
  source: text,
  is_success: boolean,
  failure_kind: text,
  error_message: text,
  status_code: integer,
  execution_time_ms: double,
  data_size_bytes: bigint,
  request_id: text,
  is_output_cut: boolean,
  checks_ms: integer,
  token_ms: integer,
  downstream_ms: integer,
  results_ms: integer,
  response_headers: json,
  created_date: timestamp,
};
const columns = Object.entries(types) as [keyof NewExecution["fields"], Add][];

/** The statement that takes what `encodeExecutions` returns. */
export const copyStatement = `copy execution (${Object.keys(types).join(", ")}, input, output) from stdin with (format binary)`;

/** @throws RangeError for a value that its column does not hold, whatever its type is */
export function encodeExecutions(records: readonly NewExecution[]): Buffer {
  const rows = new BinaryRows();
  for (const { fields, input, output } of records) {
    rows.beginRow(columns.length + 2);
    for (const [name, add] of columns) {
      addOrNull(rows, add, fields[name]);
    }
    addOrNull(rows, text, input);
    addOrNull(rows, text, output);
  }
  return rows.finish();
}

function addOrNull(rows: BinaryRows, add: Add, value: unknown): void {
  if (value == null) {
    rows.addNull();
    return;
  }
  try {
    add(rows, value as never);
  } catch (cause) {
    throw new RangeError(`A ${typeof value} does not fit its column.`, { cause });
  }
}
