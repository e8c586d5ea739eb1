import { buildMcpApplication, type McpServerDescription, type McpToolDeclaration } from "@bowline/catalog";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { seedCompany } from "../../testing/test-rows.ts";
import { saveApplication } from "../db/import-application.ts";
import type { ApplicationEntry } from "./company-catalog.ts";
import { holdBackChanges } from "./hold-back-changes.ts";

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
});
const book = declare("book", { from: { type: "string" }, to: { $ref: "#/properties/from" } });
const cancel = declare("cancel", { id: { type: "string" } });

beforeAll(async () => {
  db = await createTestDatabase();
  ({ companyId } = await seedCompany(db.kysely));
  const built = await buildMcpApplication({
    slug: "travel",
    name: null,
    url: "https://travel.example.com/mcp",
    server: describeServer([book, cancel]),
    requiresConnection: false,
    publishedSlugs: new Map(),
    headerNames: [],
    queryParameters: [],
    oauth: null,
  });
  await saveApplication(db.kysely, companyId, built.application);
  const { rows } = await sql<{ applicationId: number }>`
    select application_id as "applicationId" from application where slug = 'travel'`.execute(db.kysely);
  const record = { requiresConnection: false };
  application = { slug: "travel", applicationId: rows[0]?.applicationId, record } as ApplicationEntry;
});
afterAll(() => db.drop());

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

const list = (...tools: McpToolDeclaration[]) =>
  holdBackChanges(db.kysely, companyId, application, describeServer(tools), (tool) => tool);

test("a tool that is declared as before is converted anew where an earlier version stored it otherwise", async () => {
  await storeAsBefore("travel_book");
  const changes = [{ toolSlug: "travel_book", kind: "changed" }];
  expect(await list(book, cancel)).toMatchObject({ changed: 1, waiting: 0, changes });
  expect(await readInputs("travel_book")).toEqual(["from", "to"]);
  expect(await list(book, cancel)).toMatchObject({ changed: 0, waiting: 0, changes: [] });
});

test("a tool that is declared otherwise waits, and stays as it is stored", async () => {
  await storeAsBefore("travel_cancel");
  const other = declare("cancel", { id: { type: "string" }, all: { type: "boolean" } });
  expect(await list(book, other)).toMatchObject({ changed: 0, waiting: 1 });
  expect(await readInputs("travel_cancel")).toEqual([]);
});

test("a tool that a list lacks is only gone when the list was read whole", async () => {
  const refresh = (isCut: boolean) =>
    holdBackChanges(db.kysely, companyId, application, { ...describeServer([book]), isCut }, (tool) => tool);
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
  expect(await list(turned)).toMatchObject({ changed: 0 });
});

test("the tools of a server that has changed to another era of the protocol are called in that one", async () => {
  await holdBackChanges(
    db.kysely,
    companyId,
    application,
    { ...describeServer([book, cancel]), era: "legacy" },
    (tool) => tool,
  );
  const { rows } = await sql<{ era: string }>`
    select binding::json ->> 'era' as era from tool
    where application_id = ${application.applicationId}`.execute(db.kysely);
  expect(rows).toEqual([{ era: "legacy" }, { era: "legacy" }]);
});
