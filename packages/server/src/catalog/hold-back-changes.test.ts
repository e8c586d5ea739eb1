import { setTimeout as delay } from "node:timers/promises";
import { buildMcpApplication, type McpServerDescription, type McpToolDeclaration } from "@bowline/catalog";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { seedCompany } from "../../testing/test-rows.ts";
import { acceptChange, listChangeRows } from "../db/catalog/application-changes.ts";
import { saveApplication } from "../db/catalog/save-application.ts";
import { inTransaction } from "../db/in-transaction.ts";
import { lockCompany } from "../db/people/companies.ts";
import type { ApplicationEntry } from "./company-catalog.ts";
import { holdBackChanges, type ListingResult } from "./hold-back-changes.ts";

let db: TestDatabase;
let companyId: number;
let application: ApplicationEntry;

const declare = (name: string, properties: Record<string, unknown>): McpToolDeclaration => ({
  name,
  inputSchema: { type: "object", properties },
});
const describeServer = (tools: McpToolDeclaration[]): McpServerDescription => ({
  era: "modern",
  name: "Travel",
  instructions: null,
  websiteUrl: null,
  tools,
  isCut: false,
  isMasked: false,
});
const book = declare("book", { from: { type: "string" }, to: { $ref: "#/properties/from" } });
const cancel = declare("cancel", { id: { type: "string" } });

beforeAll(async () => {
  db = await createTestDatabase();
  ({ companyId } = await seedCompany(db.kysely));
  application = await importServer("travel", [book, cancel]);
});
afterAll(() => db.drop());

const url = "https://travel.example.com/mcp";

async function importServer(slug: string, tools: McpToolDeclaration[]): Promise<ApplicationEntry> {
  const built = await buildMcpApplication({
    slug,
    name: null,
    url,
    server: describeServer(tools),
    requiresConnection: false,
    publishedSlugs: new Map(),
    headerNames: [],
    queryParameters: [],
    oauth: null,
  });
  await saveApplication(db.kysely, companyId, built.application);
  const { rows } = await sql<{ applicationId: number }>`
    select application_id as "applicationId" from application where slug = ${slug}`.execute(db.kysely);
  return {
    slug,
    applicationId: rows[0]?.applicationId,
    environments: [{ name: "default", serverUrl: url }],
    record: { requiresConnection: false },
  } as ApplicationEntry;
}

/** Stores a tool as an earlier version did that understood less of its declaration. */
const storeAsBefore = (slug: string) =>
  sql`update tool set input_schema = '{"type":"object","properties":{}}' where slug = ${slug}`.execute(
    db.kysely,
  );

async function readInputs(slug: string): Promise<string[]> {
  const { rows } = await sql<{ schema: string }>`
    select input_schema as schema from tool where slug = ${slug}`.execute(db.kysely);
  return Object.keys(JSON.parse(rows[0]?.schema ?? "{}").properties);
}

const list = (...tools: McpToolDeclaration[]) => holdBack(describeServer(tools));

const holdBack = (server: McpServerDescription, isTrusted = true, of = application) =>
  holdBackChanges(db.kysely, companyId, of, { server, isTrusted }, (tool) => tool);

test("a tool that is declared as before is converted anew where an earlier version stored it otherwise", async () => {
  await storeAsBefore("travel_book");
  const changes = [{ toolSlug: "travel_book", kind: "changed" }];
  expect(await list(book, cancel)).toMatchObject({ changed: 1, waiting: 0, changes });
  expect(await readInputs("travel_book")).toEqual(["from", "to"]);
  expect(await list(book, cancel)).toMatchObject({ changed: 0, waiting: 0, changes: [] });
});

test("a change that an Admin accepts while the server is listed does not wait again", async () => {
  const tour = await importServer("tours", [book]);
  const newer = declare("book", { from: { type: "string" }, seats: { type: "integer" } });
  const listNewer = () => holdBack(describeServer([newer]), true, tour);
  expect(await listNewer()).toMatchObject({ waiting: 1 });
  const page = { offset: 0, top: 10 };
  const [change] = (await listChangeRows(db.kysely, tour.applicationId, page)).rows;
  const listing = await inTransaction(db.kysely, async (accepting) => {
    await acceptChange(accepting, companyId, tour, change?.changeId ?? 0);
    const listed = listNewer();
    await Promise.race([listed, delay(300)]);
    return { listed };
  });
  expect(await listing.listed).toMatchObject({ waiting: 0, changes: [] });
  expect(await readInputs("tours_book")).toEqual(["from", "seats"]);
});

test("a tool that is declared otherwise waits, and stays as it is stored", async () => {
  await storeAsBefore("travel_cancel");
  const other = declare("cancel", { id: { type: "string" }, all: { type: "boolean" } });
  expect(await list(book, other)).toMatchObject({ changed: 0, waiting: 1 });
  expect(await readInputs("travel_cancel")).toEqual([]);
});

test("a tool that a list lacks is only gone when the list was read whole", async () => {
  const refresh = (isCut: boolean) => holdBack({ ...describeServer([book]), isCut });
  const gone = { toolSlug: "travel_cancel", kind: "removed" };
  expect(await refresh(true)).toMatchObject({ waiting: 0, changes: [] });
  expect(await refresh(false)).toMatchObject({ waiting: 1, changes: [gone] });
  expect(await refresh(true)).toMatchObject({ waiting: 0, changes: [] });
});

describe("a change that waits", () => {
  const wider = declare("cancel", { id: { type: "string" }, because: { $ref: "#/properties/id" } });
  const readChanges = async () => {
    const { rows } = await sql<{ id: number; after: string; tool: string; isRejected: boolean }>`
      select change_id as id, after, tool, is_rejected as "isRejected" from application_change`.execute(
      db.kysely,
    );
    return rows;
  };

  test("stays the same while the server declares the same, in any order of members", async () => {
    await list(book, wider);
    const [found] = await readChanges();
    const { because, id } = (wider.inputSchema as { properties: Record<string, unknown> }).properties;
    expect(await list(book, declare("cancel", { because, id }))).toMatchObject({ waiting: 1 });
    expect(await readChanges()).toEqual([found]);
  });

  test("is stored anew where an earlier version read it otherwise, and stays rejected", async () => {
    await list(book, wider);
    const [found] = await readChanges();
    await sql`update application_change set is_rejected = true, after = '{}',
      tool = (tool::jsonb || '{"inputSchema":{"type":"object"}}')::text`.execute(db.kysely);
    expect(await list(book, wider)).toMatchObject({ waiting: 0 });
    const [anew] = await readChanges();
    expect(anew).toEqual({ ...found, id: expect.any(Number), isRejected: true });
    expect(anew?.id).not.toBe(found?.id);
  });
});

test("the order in which a server writes its members changes nothing", async () => {
  const turned = declare("book", { to: { $ref: "#/properties/from" }, from: { type: "string" } });
  const gone = { toolSlug: "travel_cancel", kind: "removed" };
  expect(await list(turned)).toMatchObject({ changed: 0, waiting: 1, changes: [gone] });
});

const readEras = async () => {
  const { rows } = await sql<{ era: string }>`
    select binding::json ->> 'era' as era from tool
    where application_id = ${application.applicationId}`.execute(db.kysely);
  return rows.map(({ era }) => era);
};

test("the tools of a server that has changed to another era of the protocol are called in that one", async () => {
  const legacy: McpServerDescription = { ...describeServer([book, cancel]), era: "legacy" };
  await holdBack(legacy, false);
  expect(await readEras()).toEqual(["modern", "modern"]);
  await holdBack(legacy);
  expect(await readEras()).toEqual(["legacy", "legacy"]);
});

describe("an application without tools", () => {
  let closed: ApplicationEntry;
  let count = 0;
  const readSlugs = async () => {
    const { rows } = await sql<{ slug: string }>`
      select slug from tool where application_id = ${closed.applicationId} order by slug`.execute(db.kysely);
    return rows.map(({ slug }) => slug.replace(/^closed\d+_/, ""));
  };
  const of = (tools: McpToolDeclaration[], isTrusted = true) =>
    holdBack(describeServer(tools), isTrusted, closed);
  beforeEach(async () => {
    closed = await importServer(`closed${++count}`, []);
  });

  test("stores what is listed first, and holds back what is listed later", async () => {
    expect(await of([])).toMatchObject({ added: 0, waiting: 0 });
    expect(await of([book])).toMatchObject({ added: 1, waiting: 0 });
    expect(await of([book, cancel])).toMatchObject({ added: 0, waiting: 1 });
    expect(await readSlugs()).toEqual(["book"]);
  });

  test("stores one of two listings at a time, and holds back the other", async () => {
    const forged = declare("book", { everything: { type: "string" } });
    let both: Promise<ListingResult[]> | undefined;
    await db.kysely.transaction().execute(async (transaction) => {
      await lockCompany(transaction, companyId);
      both = Promise.all([of([book]), of([forged])]);
      await isWaitedFor(2);
    });
    const results = (await both) ?? [];
    expect(results.map(({ added }) => added).sort()).toEqual([0, 1]);
    expect(results.map(({ waiting }) => waiting).sort()).toEqual([0, 1]);
  });

  test("holds back what is listed after its tools were removed", async () => {
    await of([book]);
    await sql`delete from tool where application_id = ${closed.applicationId}`.execute(db.kysely);
    expect(await of([book, cancel])).toMatchObject({ added: 0, waiting: 2 });
    expect(await readSlugs()).toEqual([]);
  });

  test("holds back what does not hold for it, until what does comes", async () => {
    expect(await of([cancel], false)).toMatchObject({ added: 0, waiting: 1 });
    expect(await readSlugs()).toEqual([]);
    expect(await of([book])).toMatchObject({ added: 1, waiting: 0 });
    const { rows } = await sql`select 1 from application_change
      where application_id = ${closed.applicationId}`.execute(db.kysely);
    expect(rows).toEqual([]);
  });

  test("does not get what an Admin has rejected", async () => {
    await of([cancel], false);
    await sql`update application_change set is_rejected = true
      where application_id = ${closed.applicationId}`.execute(db.kysely);
    expect(await of([cancel])).toMatchObject({ added: 0, waiting: 0 });
    expect(await readSlugs()).toEqual([]);
  });
});

/** Waits until so many sessions of this database wait for a lock. */
const isWaitedFor = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely);
      return rows.length;
    })
    .toBe(count);
