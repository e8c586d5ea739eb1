import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { encodeTextArray } from "./encode-text-array.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test("PostgreSQL reads what was encoded", async () => {
  for (const texts of [
    ["a"],
    [null, "", "é 🪢", '{"a":"\\u0000"}', null],
    Array(300).fill("x".repeat(999)),
  ]) {
    const { rows } = await db.pool.query("select $1::text[] as texts", [encodeTextArray(texts)]);
    expect(rows).toEqual([{ texts }]);
  }
});
