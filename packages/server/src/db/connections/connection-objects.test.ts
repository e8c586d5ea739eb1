import { buildMcpApplication } from "@bowline/catalog";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { explainQueries } from "../../../testing/explain-queries.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { type SeededCompany, seedCompany, seedConnection } from "../../../testing/test-rows.ts";
import { saveApplication } from "../catalog/save-application.ts";
import {
  beginFirstReading,
  beginRefresh,
  type ConnectionObjectRow,
  describeRefresh,
  failRefresh,
  findObject,
  finishRefresh,
  listObjectRows,
  loadRefresh,
} from "./connection-objects.ts";
import { deleteConnectionRow } from "./write-connections.ts";

let db: TestDatabase;
let company: SeededCompany;
let connectionId: number;

beforeAll(async () => {
  db = await createTestDatabase();
  company = await seedCompany(db.kysely);
});
beforeEach(async () => {
  connectionId = await seedConnection(db.kysely, company);
  await beginRefresh(db.kysely, connectionId);
});
afterAll(() => db.drop());

const object = (objectName: string, kind = "table"): ConnectionObjectRow => ({
  objectName,
  label: objectName,
  kind,
  schema: null,
});
const finish = (objects: ConnectionObjectRow[], isComplete = true) =>
  finishRefresh(db.kysely, connectionId, objects, isComplete);
const all = { search: null, kind: null };
const page = { offset: 0, top: 10 };

describe("the result of a refresh", () => {
  test("is stored at any size, including objects of two kinds with one name", async () => {
    const many = Array.from({ length: 2500 }, (_, index) =>
      object(`object ${String(index).padStart(4, "0")}`),
    );
    await finish([
      ...many,
      object("object 0000", "view"),
      { ...object("with schema"), schema: { type: "object" } },
    ]);
    const { rows, totalCount } = await listObjectRows(db.kysely, connectionId, all, { offset: 0, top: 3 });
    expect(totalCount).toBe(2502);
    expect(rows.map(({ objectName, kind }) => [objectName, kind])).toEqual([
      ["object 0000", "table"],
      ["object 0000", "view"],
      ["object 0001", "table"],
    ]);
    const views = await listObjectRows(db.kysely, connectionId, { search: "0000", kind: "view" }, page);
    expect(views).toMatchObject({ totalCount: 1, rows: [{ objectName: "object 0000", kind: "view" }] });
    expect((await findObject(db.kysely, connectionId, "table", "with schema")).object).toEqual({
      schema: { type: "object" },
    });
  });

  test("is found however the accents are written", async () => {
    const [composed, decomposed] = ["Zo\u00eb", "Zoe\u0308"];
    await finish([object(composed), { ...object("file-7"), label: decomposed }]);
    for (const search of [composed, decomposed, "zo\u00eb"]) {
      const { totalCount } = await listObjectRows(db.kysely, connectionId, { search, kind: null }, page);
      expect(totalCount, search).toBe(2);
    }
  });

  test("replaces the former result, and a failure does not change it", async () => {
    await finish([object("old"), object("kept")]);
    await finish([object("kept")]);
    await failRefresh(db.kysely, connectionId, "Gone wrong.");
    const { rows } = await listObjectRows(db.kysely, connectionId, all, page);
    expect(rows).toEqual([object("kept")]);
    expect(await loadRefresh(db.kysely, connectionId)).toMatchObject({ status: 2, error: "Gone wrong." });
  });

  test("shows that an object does not exist only if it is complete", async () => {
    const ask = () => findObject(db.kysely, connectionId, "table", "nowhere");
    expect(await ask()).toEqual({ isAllKnown: false, object: null });
    await finish([object("a")]);
    expect(await ask()).toEqual({ isAllKnown: true, object: null });
    await finish([object("a")], false);
    expect(await ask()).toEqual({ isAllKnown: false, object: null });
    expect((await loadRefresh(db.kysely, connectionId))?.statusDescription).toMatch(/there are more/);
  });

  test("of a deleted connection is dropped", async () => {
    await deleteConnectionRow(db.kysely, connectionId, async () => undefined);
    await finish([object("a")]);
    expect((await listObjectRows(db.kysely, connectionId, all, page)).totalCount).toBe(0);
  });

  test("is stored during a deletion without a deadlock", async () => {
    const objects = Array.from({ length: 500 }, (_, index) => object(String(index)));
    await Promise.all([
      finish(objects),
      deleteConnectionRow(db.kysely, connectionId, async () => undefined),
      finish(objects),
    ]);
    expect((await listObjectRows(db.kysely, connectionId, all, page)).totalCount).toBe(0);
  });
});

test("progress is stored only while a refresh is in progress", async () => {
  await describeRefresh(db.kysely, connectionId, "Half way.");
  expect((await loadRefresh(db.kysely, connectionId))?.statusDescription).toBe("Half way.");
  await finish([]);
  await describeRefresh(db.kysely, connectionId, "Late.");
  expect((await loadRefresh(db.kysely, connectionId))?.statusDescription).toBe("0 objects were found.");
});

describe("the first reading of an MCP server's tools", () => {
  const begin = async (of: Omit<SeededCompany, "companyId">) =>
    beginFirstReading(db.kysely, await seedConnection(db.kysely, of));

  async function importServer(slug: string, tools: string[]): Promise<Omit<SeededCompany, "companyId">> {
    const { application } = await buildMcpApplication({
      slug,
      name: null,
      url: "https://notes.example.com/mcp",
      server: {
        era: "modern",
        name: null,
        instructions: null,
        websiteUrl: null,
        tools: tools.map((name) => ({ name })),
        isCut: false,
        isMasked: false,
      },
      requiresConnection: true,
      publishedSlugs: new Map(),
      headerNames: [],
      queryParameters: [],
      oauth: null,
    });
    await saveApplication(db.kysely, company.companyId, application);
    const { rows } = await sql<{ applicationId: number; authenticationId: number }>`
      select application_id as "applicationId", authentication_id as "authenticationId"
      from application join authentication_method using (application_id) where slug = ${slug}`.execute(
      db.kysely,
    );
    return { ...company, ...rows[0] };
  }

  test("is begun for three connections at a time, and for no application of another kind", async () => {
    const closed = await importServer("closed", []);
    const ids = await Promise.all([1, 2, 3].map(() => seedConnection(db.kysely, closed)));
    for (const id of ids) {
      expect(await beginFirstReading(db.kysely, id)).toBe(true);
      expect(await loadRefresh(db.kysely, id)).toMatchObject({ status: 1 });
    }
    expect(await begin(closed)).toBe(false);
    await failRefresh(db.kysely, ids[0] ?? 0, "It did not respond.");
    expect(await begin(closed)).toBe(true);
    expect(await begin(company)).toBe(false);
  });

  test("is not begun when the application has or had tools", async () => {
    const open = await importServer("open", ["add"]);
    expect(await begin(open)).toBe(false);
    await sql`delete from tool where application_id = ${open.applicationId}`.execute(db.kysely);
    expect(await begin(open)).toBe(false);
  });
});

test("a page of objects is read in the order of the list, without sorting all of them", async () => {
  await finish(Array.from({ length: 3000 }, (_, index) => object(`object ${index}`)));
  await db.pool.query("analyze connection_object");
  const steps = await explainQueries(db, (kysely) =>
    listObjectRows(kysely, connectionId, all, { offset: 10, top: 10 }),
  );
  const read = steps.filter(({ table }) => table === "connection_object").map(({ rows }) => rows);
  expect(Math.min(...read)).toBe(20);
});
