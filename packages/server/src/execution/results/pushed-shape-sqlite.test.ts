import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { ActivityCondition, ActivitySort } from "@bowline/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operators, type Row, selectRows, unusualTexts } from "../../../testing/pushed-shape.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openRuntimes, type Runtimes } from "../../runtimes/runtimes.ts";
import { filterResults } from "./filter-results.ts";
import { sortResults } from "./sort-results.ts";

let folder: string;
let egress: Egress;
let runtimes: Runtimes;
let all: Row[];
let numberFields: readonly string[];

/** A column holds values of every type, whatever it was declared as. */
const values: SQLInputValue[] = [
  null,
  0n,
  7n,
  -1n,
  9007199254740993n,
  -9007199254740993n,
  9223372036854775807n,
  0.5,
  1e300,
  Number.POSITIVE_INFINITY,
  "",
  "a",
  "A",
  "7",
  "0.5",
  "é",
  "É",
  "İx",
  "ΟΔΟΣ",
  "ΟΔΟΣΗΜΟ",
  ...unusualTexts,
  "a%b",
  "2026-01-12",
  "2026-01-12T10:00:00Z",
  "2026-01-12T12:00:00+02:00",
  "2026-02-30",
  "Infinity",
  Buffer.from([0, 255]),
];
const columns = ["id", "mixed", "number", "word"];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-sqlite-"));
  const database = new DatabaseSync(join(folder, "rows.db"));
  database.exec(
    "CREATE TABLE rows (id INTEGER PRIMARY KEY, mixed, number INTEGER, word TEXT COLLATE NOCASE)",
  );
  const insert = database.prepare("INSERT INTO rows (mixed, number, word) VALUES (?, ?, ?)");
  for (const [index, value] of values.entries()) {
    const number = index % 4 === 0 ? null : typeof value === "string" ? index / 4 : value;
    insert.run(value, number, typeof value === "string" ? value : null);
  }
  database.close();
  const wide = new DatabaseSync(join(folder, "utf16.db"));
  wide.exec("PRAGMA encoding = 'UTF-16le'; CREATE TABLE rows (id INTEGER PRIMARY KEY, word TEXT)");
  const insertWide = wide.prepare("INSERT INTO rows (word) VALUES (?)");
  for (const value of values.filter((one) => typeof one === "string")) {
    insertWide.run(value);
  }
  wide.close();
  egress = openEgress({ allowedPrivateNetworks: [] });
  runtimes = openRuntimes(egress, { folder: null, sqliteFolder: folder, onReport: () => {} });
  all = (await select({})).rows;
  const left = await select({ filters: [{ fieldName: "none", operator: "isNull", value: "" }] });
  numberFields = left.remaining?.numberFields ?? [];
});

afterAll(async () => {
  await egress?.close();
  await rm(folder, { recursive: true });
});

function select(shape: { filters?: ActivityCondition[]; sort?: ActivitySort[] }, file = "rows.db") {
  const variables = { file };
  const access = { serverUrl: "sqlite:///{file}", variables, placements: [], secretValues: [] };
  return selectRows(runtimes, "sqlite", access, shape);
}

const condition: fc.Arbitrary<ActivityCondition> = fc.record({
  fieldName: fc.constantFrom(...columns, "none"),
  operator: fc.constantFrom(...operators),
  value: fc.oneof(
    fc.constantFrom(...values.filter((value) => typeof value === "string"), "9007199254740993", "AP8="),
    fc.constantFrom(
      " 7 ",
      "9007199254740992.5",
      "-9007199254740993.0",
      "9007199254740993,7",
      "1e300",
      "NaN",
      "null",
      "true",
      "7,a",
      '["A", 7]',
      "[]",
      ",",
      "\0",
      "2026-01-12T10:00:00.000Z",
    ),
    fc.string(),
  ),
});

it("SQLite keeps exactly the rows that the gateway would keep", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(condition, { minLength: 1, maxLength: 2 }), async (filters) => {
      const { rows, remaining } = await select({ filters });
      const kept = await filterResults(rows, remaining?.filters ?? [], remaining?.numberFields);
      expect(kept).toEqual(await filterResults(all, filters, numberFields));
    }),
    { numRuns: 500 },
  );
});

it.each(["id", "number", "word"])("SQLite orders by %s as the gateway would", async (fieldName) => {
  for (const orderDirection of [1, -1] as const) {
    const sort = [{ fieldName, orderDirection }];
    const { rows, remaining } = await select({ sort });
    expect(remaining?.sort).toBeUndefined();
    expect(rows).toEqual(await sortResults(all, sort, numberFields));
  }
});

it.each(["mixed", "none"])("the gateway orders by %s itself", async (fieldName) => {
  const sort = [{ fieldName, orderDirection: 1 as const }];
  const { rows, remaining } = await select({ sort });
  expect(await sortResults(rows, remaining?.sort ?? [], remaining?.numberFields)).toEqual(
    await sortResults(all, sort, numberFields),
  );
});

it("texts of a file in UTF-16 are sorted by code point, too", async () => {
  const unsorted = (await select({}, "utf16.db")).rows;
  const sort = [{ fieldName: "word", orderDirection: 1 as const }];
  const { rows, remaining } = await select({ sort }, "utf16.db");
  expect(await sortResults(rows, remaining?.sort ?? [])).toEqual(await sortResults(unsorted, sort));
  const filters = [{ fieldName: "word", operator: "in" as const, value: JSON.stringify(["é", "\u{1F600}"]) }];
  expect((await select({ filters }, "utf16.db")).rows).toHaveLength(2);
});
