import type { ActivityCondition, ActivitySort } from "@bowline/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  conditionValues,
  operators,
  type Row,
  selectRows,
  unusualTexts,
  unusualTimes,
} from "../../../testing/pushed-shape.ts";
import { createSqlDatabase, type SqlDatabase } from "../../../testing/sql-database.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openRuntimes, type Runtimes } from "../../runtimes/runtimes.ts";
import { filterResults } from "./filter-results.ts";
import { sortResults } from "./sort-results.ts";

let database: SqlDatabase;
let egress: Egress;
let runtimes: Runtimes;
let all: Row[];
let numberFields: readonly string[];

const texts = [
  "",
  "a",
  "A",
  "ab",
  "B",
  "10",
  "9",
  "é",
  "É",
  "K",
  "İx",
  "ß",
  "z",
  ...unusualTexts,
  "a%b",
  "a_b",
  "xab",
];
const columns = [
  "id",
  "big",
  "exact",
  "float",
  "small",
  "flag",
  "day",
  "at",
  "wall",
  "word",
  "code",
  "list",
  "extra",
];

/** By the position of the row. JSON has none of these as a number. */
const large: Record<number, string> = {
  1: "9007199254740993",
  4: "9223372036854775807",
  7: "-9223372036854775808",
  8: "9007199254740992",
};
const exact: Record<number, string> = {
  2: "18446744073709551615",
  5: "-9007199254740993.25",
  6: "123456789012345678901234567890.5",
  9: "NaN",
};
const special: Record<number, string> = { 1: "NaN", 2: "Infinity", 3: "-Infinity" };

beforeAll(async () => {
  database = await createSqlDatabase();
  const { owner, user } = database;
  await owner.query(`CREATE TABLE rows (id int PRIMARY KEY, big bigint, exact numeric, float float8, small float4,
    flag boolean, day date, at timestamptz, wall timestamp, word text, code uuid, list int[], extra jsonb);
    GRANT ALL ON rows TO ${user}`);
  for (const [index, word] of texts.entries()) {
    const values = [
      index,
      index % 3 === 0 ? null : (large[index] ?? index * 1_000_000_000_000),
      exact[index] ?? index / 4,
      index % 4 === 0 ? null : (special[index] ?? index / 8),
      index / 10,
      index % 3 === 0 ? null : index % 2 === 0,
      index % 5 === 0 ? null : `2026-01-${10 + (index % 20)}`,
      index % 5 === 0 ? null : `2026-01-${10 + (index % 20)}T10:00:00.123456Z`,
      `2026-01-${10 + (index % 20)}T10:00:00.5`,
      index === 3 ? null : word,
      index % 2 === 0 ? null : "7d444840-9dc0-11d1-b245-5ffdce74fad2",
      [index],
      JSON.stringify(index % 2 === 0 ? null : { a: index }),
    ];
    await owner.query(`INSERT INTO rows VALUES (${values.map((_, at) => `$${at + 1}`).join(", ")})`, values);
  }
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
  all = (await select({})).rows;
  const left = await select({ filters: [{ fieldName: "none", operator: "isNull", value: "" }] });
  numberFields = left.remaining?.numberFields ?? [];
});

afterAll(async () => {
  await database?.close();
  await egress?.close();
});

function select(shape: { filters?: ActivityCondition[]; sort?: ActivitySort[] }) {
  const { port, name, user, password } = database;
  const variables = { host: "127.0.0.1", port, database: name, user, password, sslMode: "disable" };
  const access = { serverUrl: "postgresql://{host}:{port}", variables, placements: [], secretValues: [] };
  return selectRows(runtimes, "postgresql", access, shape);
}

const condition = fc.record({
  fieldName: fc.constantFrom(...columns, "extra.a", "none"),
  operator: fc.constantFrom(...operators),
  value: conditionValues(texts),
});

it("the database keeps exactly the rows that the gateway would keep", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(condition, { minLength: 1, maxLength: 2 }), async (filters) => {
      const { rows, remaining } = await select({ filters });
      const kept = await filterResults(rows, remaining?.filters ?? [], remaining?.numberFields);
      expect(kept).toEqual(await filterResults(all, filters, numberFields));
    }),
    { numRuns: 400 },
  );
});

it("the database keeps the rows that the gateway would keep by a day that does not exist, and at the ends of the calendar", {
  timeout: 240_000,
}, async () => {
  for (const value of unusualTimes) {
    for (const operator of ["eq", "ne", "gt", "gte", "lt", "lte", "in"] as const) {
      for (const fieldName of ["day", "at", "wall"]) {
        const filters = [{ fieldName, operator, value }];
        const { rows, remaining } = await select({ filters });
        const kept = await filterResults(rows, remaining?.filters ?? [], remaining?.numberFields);
        expect(kept, JSON.stringify(filters)).toEqual(await filterResults(all, filters, numberFields));
      }
    }
  }
});

it.each(columns)("the database orders by %s as the gateway would", async (fieldName) => {
  for (const orderDirection of [1, -1] as const) {
    const sort = [{ fieldName, orderDirection }];
    const { rows, remaining } = await select({ sort });
    expect(await sortResults(rows, remaining?.sort ?? [], remaining?.numberFields)).toEqual(
      await sortResults(all, sort, numberFields),
    );
  }
});
