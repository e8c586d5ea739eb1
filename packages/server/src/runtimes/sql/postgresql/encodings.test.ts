import type { ActivityCondition } from "@bowline/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSqlDatabase, type SqlDatabase } from "../../../../testing/sql-database.ts";
import { type Egress, openEgress } from "../../../egress/egress.ts";
import { openRuntimes } from "../../runtimes.ts";

describe.each([
  ["LATIN1", "École"],
  ["WIN1251", "Школа"],
  ["EUC_JP", "日本"],
  ["SQL_ASCII", "École"],
])("a database with texts in %s", (encoding, own) => {
  let database: SqlDatabase;
  let egress: Egress;

  beforeAll(async () => {
    database = await createSqlDatabase(encoding);
    await database.owner.query(`CREATE TABLE names (id int PRIMARY KEY, name text, short varchar(20));
      INSERT INTO names VALUES (1, 'Ann', 'Ann'), (2, '${own}', '${own}'), (3, NULL, NULL);
      GRANT ALL ON names TO ${database.user}`);
    egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  });

  afterAll(async () => {
    await database?.close();
    await egress?.close();
  });

  async function select(input: Record<string, unknown>, filters: ActivityCondition[] = []) {
    const { port, name, user, password } = database;
    const variables = { host: "127.0.0.1", port, database: name, user, password, sslMode: "disable" };
    const access = {
      serverUrl: "postgresql://{host}:{port}",
      variables,
      placements: [],
      secretValues: [password],
    };
    const outcome = await openRuntimes(egress, { folder: null, onReport: () => {} })
      .compile({ kind: "sql", dialect: "postgresql", operation: "select_rows" })
      .prepare(access, { table: "names", ...input })
      .send({ timeoutMs: 20_000, maxBytes: 1_000_000, mayRepeat: false, shape: { filters } });
    if (!outcome.isSuccess) {
      throw new Error(outcome.message);
    }
    return (outcome.output as { rows: { id: number }[] }).rows.map(({ id }) => id);
  }

  it("is searched", async () => {
    const filter = (operator: ActivityCondition["operator"], value: string): ActivityCondition[] => [
      { fieldName: "name", operator, value },
    ];
    const isText = encoding !== "SQL_ASCII";
    expect(await select({}, filter("eq", "Ann"))).toEqual(isText ? [1] : [1, 2, 3]);
    expect(await select({}, filter("notIn", "Ann"))).toEqual(isText ? [2, 3] : [1, 2, 3]);
    // These are left to the gateway.
    for (const operator of ["contains", "startsWith", "gt", "notContains"] as const) {
      for (const value of ["an", own, "\u{1F600}"]) {
        expect(await select({}, filter(operator, value))).toEqual([1, 2, 3]);
      }
    }
  });

  it("finds its own characters, and none for characters that it lacks", async () => {
    const where = (operator: string, value: unknown) => ({ where: [{ column: "name", operator, value }] });
    expect(await select(where("eq", own))).toEqual([2]);
    expect(await select(where("eq", "\u{1F600}"))).toEqual([]);
    expect(await select(where("in", ["Ann", "\u{1F600}"]))).toEqual([1]);
    expect(await select(where("ne", "\u{1F600}"))).toEqual([1, 2]);
  });
});
