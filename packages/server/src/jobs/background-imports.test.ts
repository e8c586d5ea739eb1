import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { ApiError } from "../api-error.ts";
import { insertImport, listImportRows, loadImport } from "../db/catalog/imports.ts";
import { createLogger } from "../log/logger.ts";
import { openBackgroundImports } from "./background-imports.ts";
import type { NoteProgress } from "./import-progress.ts";

const log = createLogger({ level: "fatal", isTerminal: true });
let db: TestDatabase;
let owner: { companyId: number; accountUserId: number };

beforeAll(async () => {
  db = await createTestDatabase();
  const { rows } = await db.pool.query(`
    with company as (insert into company (name, wrapped_data_key) values ('C', '') returning company_id),
      person as (insert into user_profile (full_name, email) values ('P', 'p@example.com') returning user_id)
    insert into account_user (company_id, user_id, kind, role)
    select company_id, user_id, 'person', 'Admin' from company, person
    returning company_id as "companyId", account_user_id as "accountUserId"`);
  owner = rows[0];
});
afterAll(() => db.drop());

async function insert(most = 5): Promise<number | null> {
  return insertImport(db.kysely, { ...owner, applicationSlug: "shop", isDryRun: false }, most);
}

const heardByAll = () => Promise.resolve();

async function start(run: (note: NoteProgress) => Promise<unknown>) {
  const imports = openBackgroundImports(db.kysely, { heardByAll }, log);
  const importId = (await insert()) ?? 0;
  imports.start(importId, run);
  return { imports, load: () => loadImport(db.kysely, importId), importId };
}

test("an import ends with its last progress and its result", async () => {
  const { imports, load } = await start(async (note) => {
    for (let done = 0; done <= 90; done++) {
      note({ phase: "building", done, total: 90 });
    }
    return { toolCount: 90 };
  });
  await expect
    .poll(load)
    .toMatchObject({ status: 0, phase: "building", done: 90, result: { toolCount: 90 }, errorCode: null });
  await imports.close();
});

test("a failure is described, an unexpected one not in detail", async () => {
  const refused = await start(async () => {
    throw new ApiError("VALIDATION_ERROR", "url: Is wrong.");
  });
  await expect.poll(refused.load).toMatchObject({
    ...{ status: 2, result: null, error: "url: Is wrong.", errorCode: "VALIDATION_ERROR" },
  });
  const broken = await start(async () => {
    throw new Error("secret detail");
  });
  await expect.poll(broken.load).toMatchObject({
    ...{ status: 2, errorCode: "INTERNAL_ERROR" },
    error: "The import failed because of a server error. Import again.",
  });
  await Promise.all([refused.imports.close(), broken.imports.close()]);
});

test("an import whose server is stopped has failed, and stays so", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const { imports, load } = await start(() => promise);
  expect(await load()).toMatchObject({ status: 1, phase: "fetching", total: null });
  await imports.close();
  expect(await load()).toMatchObject({
    ...{ status: 2, errorCode: "INTERNAL_ERROR" },
    error: expect.stringContaining("stopped"),
  });
  resolve({});
  await new Promise((done) => setTimeout(done, 50));
  expect(await load()).toMatchObject({ status: 2 });
});

test("an import whose server is not heard of has failed, and does not count as in progress", async () => {
  const importId = (await insert(1)) ?? 0;
  expect(await insert(1)).toBeNull();
  await db.pool.query("update import set alive_date = now() - interval '20 seconds' where import_id = $1", [
    importId,
  ]);
  expect(await loadImport(db.kysely, importId)).toMatchObject({ status: 2, endedDate: expect.any(Date) });
  expect(await insert(1)).toBeGreaterThan(importId);
});

test("the last 50 imports of an account user are kept", async () => {
  await db.pool.query("update import set status = 0");
  for (let count = 0; count < 55; count++) {
    await insert(1000);
    await db.pool.query("update import set status = 0");
  }
  const { rows, totalCount } = await listImportRows(db.kysely, owner.accountUserId, { offset: 0, top: 5 });
  expect(totalCount).toBe(51);
  const ids = rows.map(({ importId }) => importId);
  expect(ids).toEqual(ids.toSorted((left, right) => right - left));
});
