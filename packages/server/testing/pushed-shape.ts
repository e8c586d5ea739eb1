import type { ActivityCondition, ActivitySort } from "@bowline/contract";
import { filterOperator } from "@bowline/contract/filter-operator";
import fc from "fast-check";
import type { Access } from "../src/runtimes/runtime.ts";
import type { Runtimes } from "../src/runtimes/runtimes.ts";

export type Row = Record<string, unknown>;
type Dialect = "postgresql" | "mysql" | "sqlite";

/** SQLite may have to start a process on a busy machine. */
const timeoutsMs: Record<Dialect, number> = { postgresql: 20_000, mysql: 20_000, sqlite: 60_000 };

/** Operators of a condition. */
export const operators = filterOperator.options;

/** Texts whose order by code unit is not their order by code point, and others. */
export const unusualTexts = [
  "\u{1F600}",
  "\u{10000}",
  "\u{E000}",
  "\uFF5E",
  "a\u{1F600}b",
  "a\uFF21b",
  "a\uFFFDb",
  "12345678901234567890",
] as const;

/** Days that do not exist, times at the ends of the calendar, which databases may not write, and times within a millisecond. */
export const unusualTimes = [
  "2026-01-12T10:00:00.123456Z",
  "2026-01-12T10:00:00.123455Z",
  "2026-01-32",
  "2026-02-30",
  "2025-02-29T10:00:00Z",
  "0000-01-01",
  "0000-12-31T23:59:59.999Z",
  "0001-01-01T00:00:00Z",
  "0001-01-01T00:00:00+02:00",
  "9999-12-31",
  "9999-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59-05:00",
] as const;

/** Values of conditions on the rows of a server's database, beside the texts that are in the rows. */
export const conditionValues = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...texts),
    fc.constantFrom(
      "true",
      "false",
      "0.5",
      "3",
      "-1",
      "1e3",
      " 4 ",
      "4000000000000",
      "NaN",
      "null",
      "0.1",
      "0.30000001",
      "9007199254740993",
      "9007199254740991.3",
      "-9223372036854775808",
      "18446744073709551615",
      "123456789012345678901234567890.5",
      "9007199254740993,3,18446744073709551615.0",
      "Infinity",
      "0x10",
    ),
    fc.constantFrom(
      "2026-01-12",
      "2026-01-12T10:00:00.123Z",
      "2026-01-12T10:00:00.124Z",
      "2026-01-12T10:00:00.5",
    ),
    fc.constantFrom(
      "2026-01-12T12:00:00.123+02:00",
      "2026-13-40",
      "1,2,3",
      '["a","B"]',
      "a,b,2026-01-12",
      "[]",
      ",",
    ),
    fc.constantFrom(
      "7d444840-9dc0-11d1-b245-5ffdce74fad2",
      "7D444840-9DC0-11D1-B245-5FFDCE74FAD2",
      "i",
      "k",
      "x",
      "İ",
    ),
  );

/** Selects the rows of the table `rows` with a shape. `remaining` is the part of it that is left to the gateway. */
export async function selectRows(
  runtimes: Runtimes,
  dialect: Dialect,
  access: Access,
  shape: { filters?: ActivityCondition[]; sort?: ActivitySort[] },
) {
  const outcome = await runtimes
    .compile({ kind: "sql", dialect, operation: "select_rows" })
    .prepare(access, { table: "rows" })
    .send({ timeoutMs: timeoutsMs[dialect], maxBytes: 10_000_000, mayRepeat: false, shape });
  if (!outcome.isSuccess) {
    throw new Error(outcome.message);
  }
  return { rows: (outcome.output as { rows: Row[] }).rows, remaining: outcome.remainingShape };
}
