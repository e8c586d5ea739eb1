import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import {
  importShop,
  type SeededCompany,
  seedCompany,
  seedConnection,
  seedMember,
} from "../../testing/test-rows.ts";
import { openCatalog } from "../catalog/catalog.ts";
import type { ToolEntry } from "../catalog/company-catalog.ts";
import { saveApplication } from "../db/catalog/save-application.ts";
import type { Caller } from "../db/people/callers.ts";
import { openRows } from "../db/rows.ts";
import { insertToolset } from "../db/toolsets.ts";
import type { Deps } from "../deps.ts";
import { resolveConnection } from "./resolve-connection.ts";

let db: TestDatabase;
let company: SeededCompany;
let deps: Deps;
let tools: Record<"list" | "create" | "public" | "elsewhere", ToolEntry>;
beforeAll(async () => {
  db = await createTestDatabase();
  company = await seedCompany(db.kysely);
  await saveApplication(db.kysely, company.companyId, await importShop("other"));
  const catalog = openCatalog(db.kysely, () => true);
  // Resolution looks at rows and nothing else.
  deps = { rows: openRows(db.kysely, () => true), catalog } as Deps;
  const found = await catalog.forCompany(company.companyId);
  const find = (slug: string) => {
    const tool = found.findTool(slug);
    if (!tool) {
      throw new Error(`There is no ${slug}.`);
    }
    return tool;
  };
  tools = {
    list: find("shop_list_items"),
    create: find("shop_create_item"),
    public: find("shop_read_public"),
    elsewhere: find("other_list_items"),
  };
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.pool.query("delete from toolset");
  await db.pool.query("delete from connection");
  deps.rows.clear();
});

const asCaller = (toolsetId: string | null = null, accountUserId = company.accountUserId) =>
  ({
    accountUserId,
    companyId: company.companyId,
    credential: { kind: "apiKey", narrowing: { toolsetId, isReadOnly: false, scopes: null } },
  }) as Caller;
const connect = (changes = {}) => seedConnection(db.kysely, company, changes);
const bundle = (entries: [connectionId: number, ...toolSlugs: string[]][], owner = company.accountUserId) =>
  insertToolset(db.kysely, owner, {
    name: "x",
    workflows: [],
    connections: entries.map(([connectionId, ...toolSlugs]) => ({ connectionId, toolSlugs })),
  });

/** The connection's id and how it was found, or the code of the refusal. */
async function resolve(
  tool: ToolEntry,
  wanted: { connectionId?: number; toolsetId?: string } = {},
  caller = asCaller(),
) {
  try {
    const { connection, resolvedBy } = await resolveConnection(deps, caller, tool, {
      connectionId: null,
      toolsetId: null,
      ...wanted,
    });
    return [connection?.connectionId ?? null, resolvedBy];
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test("the explicit connection has priority over toolset and default", async () => {
  const [usual, bundled, explicit] = [await connect({ isDefault: true }), await connect(), await connect()];
  const toolsetId = await bundle([[bundled, "shop_list_items"]]);
  expect(await resolve(tools.list, { connectionId: explicit, toolsetId })).toEqual([explicit, "explicit"]);
  expect(await resolve(tools.list, { toolsetId })).toEqual([bundled, "toolset"]);
  expect(await resolve(tools.list)).toEqual([usual, "default"]);
});

test("an explicit connection must exist, belong to the caller and to the application", async () => {
  const connectionId = await connect();
  const stranger = asCaller(null, await seedMember(db.kysely, company.companyId, "Member"));
  expect(await resolve(tools.list, { connectionId: 0 })).toBe("NOT_FOUND");
  expect(await resolve(tools.list, { connectionId: connectionId + 1 })).toBe("NOT_FOUND");
  expect(await resolve(tools.list, { connectionId }, stranger)).toBe("FORBIDDEN");
  expect(await resolve(tools.elsewhere, { connectionId })).toBe("VALIDATION_ERROR");
});

test("a toolset that does not permit the tool never falls back to the default", async () => {
  const usual = await connect({ isDefault: true });
  const toolsetId = await bundle([[usual, "shop_create_item"], [await connect()]]);
  expect(await resolve(tools.list, { toolsetId })).toBe("TOOL_NOT_PERMITTED");
});

test("a toolset without a connection of the application falls back to the default", async () => {
  const usual = await connect({ isDefault: true });
  expect(await resolve(tools.list, { toolsetId: await bundle([]) })).toEqual([usual, "default"]);
});

test("a default in memory that has come to be someone else's connection is not used", async () => {
  const connectionId = await connect({ isDefault: true });
  expect(await resolve(tools.list)).toEqual([connectionId, "default"]);
  const stranger = await seedMember(db.kysely, company.companyId, "Member");
  await db.pool.query("update connection set account_user_id = $1 where connection_id = $2", [
    stranger,
    connectionId,
  ]);
  deps.rows.connections.forget(String(connectionId));
  expect(await resolve(tools.list)).toBe("NO_DEFAULT_CONNECTION");
});

test("if several permit the tool, the default is used; without one it is ambiguous", async () => {
  const [first, second] = [await connect(), await connect({ isDefault: true })];
  const slug = "shop_list_items";
  const toolsetId = await bundle([
    [first, slug],
    [second, slug],
  ]);
  expect(await resolve(tools.list, { toolsetId })).toEqual([second, "toolset"]);
  const without = await bundle([
    [first, slug],
    [await connect(), slug],
  ]);
  expect(await resolve(tools.list, { toolsetId: without })).toBe("AMBIGUOUS_CONNECTION");
});

test("a toolset must exist and belong to the caller", async () => {
  const member = await seedMember(db.kysely, company.companyId, "Member");
  expect(await resolve(tools.list, { toolsetId: "00000000-0000-4000-8000-000000000000" })).toBe("NOT_FOUND");
  expect(await resolve(tools.list, { toolsetId: await bundle([], member) })).toBe("FORBIDDEN");
});

test("without any connection it is a conflict, unless the tool needs none", async () => {
  await connect();
  expect(await resolve(tools.list)).toBe("NO_DEFAULT_CONNECTION");
  expect(await resolve(tools.public)).toEqual([null, "none"]);
});

test("a key narrowed to a toolset never uses a connection outside of it", async () => {
  const [usual, inside, outside] = [await connect({ isDefault: true }), await connect(), await connect()];
  const onlyToolsetId = await bundle([[inside, "shop_list_items"]]);
  const narrowed = asCaller(onlyToolsetId);
  expect(await resolve(tools.list, {}, narrowed)).toEqual([inside, "toolset"]);
  expect(await resolve(tools.list, { connectionId: inside }, narrowed)).toEqual([inside, "explicit"]);
  for (const connectionId of [usual, outside]) {
    expect(await resolve(tools.list, { connectionId }, narrowed)).toBe("TOOL_NOT_PERMITTED");
  }
  expect(await resolve(tools.create, { connectionId: inside }, narrowed)).toBe("TOOL_NOT_PERMITTED");
  expect(await resolve(tools.create, {}, narrowed)).toBe("TOOL_NOT_PERMITTED");
  expect(await resolve(tools.elsewhere, {}, narrowed)).toBe("TOOL_NOT_PERMITTED");
  expect(await resolve(tools.public, {}, asCaller(await bundle([])))).toBe("TOOL_NOT_PERMITTED");
  expect(await resolve(tools.list, { toolsetId: await bundle([]) }, narrowed)).toBe("FORBIDDEN");
});
