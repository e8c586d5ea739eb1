import type { ActivityCondition, ActivitySort } from "@bowline/contract";
import fc from "fast-check";
import { escape as writeLiteral } from "mysql2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isMariaDbMissing, type MysqlDatabase, startMysqlDatabase } from "../../../testing/mysql-database.ts";
import {
  conditionValues,
  operators,
  type Row,
  selectRows,
  unusualTexts,
  unusualTimes,
} from "../../../testing/pushed-shape.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { openRuntimes, type Runtimes } from "../../runtimes/runtimes.ts";
import { filterResults } from "./filter-results.ts";
import { sortResults } from "./sort-results.ts";

let database: MysqlDatabase;
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
  "ab ",
  "a\u0000",
  "ﬁ",
  "Ａ",
  "ſ",
];
const columns = [
  "id",
  "big",
  "huge",
  "exact",
  "real",
  "small",
  "day",
  "at",
  "wall",
  "word",
  "latin",
  "fixed",
  "long",
  "kind",
  "bits",
  "raw",
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
  6: "12345678901234567890.5",
};
const maySkip = process.env.CI !== "true";

beforeAll(async () => {
  if (isMariaDbMissing && maySkip) {
    return;
  }
  database = await startMysqlDatabase();
  await database.query(
    `CREATE TABLE \`rows\` (id int PRIMARY KEY, big bigint, huge bigint unsigned, exact decimal(40,10), \`real\` double,
      small float, day date, at timestamp(6) NULL, wall datetime(3), word varchar(40) COLLATE utf8mb4_general_ci,
      latin varchar(40) CHARACTER SET latin1, fixed char(20), \`long\` text, kind enum('', 'a', 'B', 'é', 'ab'), bits bit(8), raw varbinary(9),
      extra json) CHARSET utf8mb4`,
    "GRANT ALL ON shop.`rows` TO reader",
    "SET time_zone = '+00:00'",
  );
  for (const [index, word] of texts.entries()) {
    const day = 10 + (index % 20);
    const values = [
      index,
      index % 3 === 0 ? null : (large[index] ?? index * 1_000_000_000_000),
      index % 4 === 0 ? "18446744073709551615" : index,
      exact[index] ?? index / 4,
      index % 4 === 0 ? null : index / 8,
      index / 10,
      index % 5 === 0 ? null : `2026-01-${day}`,
      index % 5 === 0 ? null : `2026-01-${day} 10:00:00.123456`,
      `2026-01-${day} 10:00:00.5`,
      index === 3 ? null : word,
      /^[ -ÿ]*$/.test(word) ? word : null,
      index === 4 ? null : word,
      word,
      ["", "a", "B", "é", "ab"][index % 6] ?? null,
      index,
      word.slice(0, 2),
      JSON.stringify(index % 2 === 0 ? null : { a: index }),
    ];
    await database.query(
      `INSERT INTO \`rows\` VALUES (${values.map((one) => writeLiteral(one)).join(", ")})`,
    );
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
  const access = { serverUrl: "mysql://{host}:{port}", variables, placements: [], secretValues: [] };
  return selectRows(runtimes, "mysql", access, shape);
}

const condition = fc.record({
  fieldName: fc.constantFrom(...columns, "extra.a", "none"),
  operator: fc.constantFrom(...operators),
  value: conditionValues(texts),
});

const test = it.skipIf(isMariaDbMissing && maySkip);

test("MySQL keeps exactly the rows that the gateway would keep", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(condition, { minLength: 1, maxLength: 2 }), async (filters) => {
      const { rows, remaining } = await select({ filters });
      const kept = await filterResults(rows, remaining?.filters ?? [], remaining?.numberFields);
      expect(kept).toEqual(await filterResults(all, filters, numberFields));
    }),
    { numRuns: 400 },
  );
});

test("MySQL keeps the rows that the gateway would keep by a day that does not exist, and at the ends of the calendar", {
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

test.each(columns)("MySQL orders by %s as the gateway would", async (fieldName) => {
  for (const orderDirection of [1, -1] as const) {
    const sort = [{ fieldName, orderDirection }];
    const { rows, remaining } = await select({ sort });
    expect(await sortResults(rows, remaining?.sort ?? [], remaining?.numberFields)).toEqual(
      await sortResults(all, sort, numberFields),
    );
  }
});
