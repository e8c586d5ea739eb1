import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { openTestRegistry, type TestRegistry } from "@bowline/catalog/testing/npm-registry";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { Schema } from "../db/schema.ts";
import { type InstallOptions, installBuiltIns } from "./install-built-ins.ts";

const form = new URL("../../../catalog/src/built-in/define-built-in.ts", import.meta.url).href;

let registry: TestRegistry;
let db: TestDatabase;
let place: string;
let versions = 0;
beforeAll(async () => {
  registry = await openTestRegistry();
});
beforeEach(async () => {
  registry.isUp = true;
  place = await mkdtemp(join(tmpdir(), "bowline-built-ins-"));
  db = await createTestDatabase();
  return async () => {
    await db.drop();
    await rm(place, { recursive: true });
  };
});
afterAll(() => registry.close());

type Paths = Record<string, Record<string, { operationId: string }>>;

/** Publishes a document and writes the application's folder. */
async function declareApplication(slug: string, paths: Paths): Promise<void> {
  const version = `1.0.${++versions}`;
  const document = {
    openapi: "3.1.0",
    info: { title: slug },
    servers: [{ url: `https://${slug}.test` }],
    paths,
  };
  const integrity = await registry.publish(slug, version, { "api.json": JSON.stringify(document) });
  const declaration = {
    slug,
    name: slug,
    description: "Sells things and keeps a list of them.",
    categories: ["commerce"],
    websiteUrl: `https://${slug}.test`,
    documentationUrl: `https://${slug}.test/docs`,
    icon: "monogram",
    document: { package: slug, version, integrity, license: "MIT", files: ["api.json"] },
    authentications: {
      token: {
        type: "http",
        scheme: "bearer",
        title: "Token",
        documentationUrl: `https://${slug}.test/docs`,
      },
    },
    featured: {},
  };
  await mkdir(join(place, "applications", slug), { recursive: true });
  await writeFile(
    join(place, "applications", slug, "application.ts"),
    `import { defineBuiltIn } from ${JSON.stringify(form)};\nexport const application = defineBuiltIn(${JSON.stringify(declaration)});\n`,
  );
}

/** Imports are kept by the address of their file. */
async function moveApplications(): Promise<void> {
  await rm(join(place, "applications"), { recursive: true, force: true });
  const next = await mkdtemp(join(tmpdir(), "bowline-built-ins-"));
  await rm(place, { recursive: true });
  place = next;
}

async function install(key: string, options: Partial<InstallOptions["task"]> = {}, into: TestDatabase = db) {
  // A build takes longer than a pool keeps a connection that nobody holds.
  const pool = new pg.Pool({ ...into.connectionConfig, max: 1, idleTimeoutMillis: 1 });
  // The database may be removed before it has seen that the client ended.
  pool.on("error", () => undefined);
  const own = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await installBuiltIns(own, {
      task: {
        connectionConfig: into.connectionConfig,
        cacheDir: join(place, "cache"),
        key,
        serverVersion: "0.1.0",
        slugs: await readdir(join(place, "applications")),
        addresses: {},
        isHybrid: false,
        failedBefore: [],
        ...options,
      },
      folder: join(place, "applications"),
      env: { ...registry.env, HOME: place },
      cwd: place,
      onProgress: () => {},
      storeEmbeddings: async () => {},
      storeSegment: async () => {},
    });
  } finally {
    await own.destroy();
  }
}

async function readIds(into: TestDatabase = db) {
  const { rows } = await sql<{
    application: number;
    method: number;
    tool: number;
    operation: string;
    slug: string;
  }>`
    select a.application_id as application, m.authentication_id as method, t.tool_id as tool, t.operation_key as operation, t.slug
    from application a join authentication_method m using (application_id) join tool t using (application_id)
    where a.company_id is null order by t.operation_key`.execute(into.kysely);
  return rows;
}

const keys = async () =>
  (await db.kysely.selectFrom("built_in_snapshot").select("key").execute()).map(({ key }) => key);

test("applications are built from their packages and belong to no company", async () => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  const result = await install("one");
  expect(result).toMatchObject({ outcome: "installed", applications: 1, tools: 1, failed: [] });
  const rows = await db.kysely.selectFrom("application").select(["slug", "source", "company_id"]).execute();
  expect(rows).toEqual([{ slug: "shop", source: "builtin", company_id: null }]);
  expect(await keys()).toEqual(["one"]);
  expect(await install("one")).toMatchObject({ outcome: "current" });
});

test("ids and slugs stay when the snapshot is built anew from another document (decisions D67, D20)", async () => {
  await declareApplication("shop", {
    "/items": { get: { operationId: "listItems" }, post: { operationId: "addItem" } },
  });
  await install("one");
  const before = await readIds();
  await moveApplications();
  await declareApplication("shop", {
    "/items": { get: { operationId: "showAllItems" }, post: { operationId: "addItem" } },
    "/orders": { get: { operationId: "listOrders" } },
  });
  expect(await install("two")).toMatchObject({ outcome: "installed", tools: 3 });
  const after = await readIds();
  expect(after.filter(({ operation }) => operation !== "GET /orders")).toEqual(before);
  expect(after.find(({ operation }) => operation === "GET /items")?.slug).toBe("shop_list_items");
});

test("of two servers on one database one installs, and the other finds it done", async () => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  const results = await Promise.all([install("one"), install("one")]);
  expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(["current", "installed"]);
});

test("a server with an older snapshot leaves a newer one alone", async () => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  await install("old");
  await install("new");
  expect(await install("old")).toMatchObject({ outcome: "newer" });
  expect(await install("other", { serverVersion: "0.0.9" })).toMatchObject({ outcome: "newer" });
  expect(await keys()).toEqual(["old", "new"]);
});

test("a snapshot that is there is installed in another database without a registry", async () => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  await install("one");
  registry.isUp = false;
  const { length } = registry.requests;
  const other = await createTestDatabase();
  expect(await install("one", {}, other)).toMatchObject({ outcome: "installed", tools: 1 });
  expect(registry.requests).toHaveLength(length);
  await other.drop();
});

test.each([
  ["half of it is missing", (content: Buffer) => content.subarray(0, content.length / 2)],
  ["bytes in it were changed", (content: Buffer) => Buffer.from(content).fill(0x5a, content.length / 2)],
  ["it is empty", () => Buffer.alloc(0)],
  ["its end is missing", (content: Buffer) => repack(content, (text) => text.replace(/"end"\n$/, ""))],
  ["a line is no JSON", (content: Buffer) => repack(content, (text) => text.replace(/\}\n"end"/, '\n"end"'))],
])("a snapshot is built anew when %s", async (_what, damage) => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  await install("one");
  const file = join(place, "cache", "built-ins.snapshot");
  await writeFile(file, damage(await readFile(file)));
  const other = await createTestDatabase();
  expect(await install("one", {}, other)).toMatchObject({ outcome: "installed", tools: 1, failed: [] });
  await other.drop();
});

function repack(content: Buffer, change: (text: string) => string): Buffer {
  return brotliCompressSync(change(brotliDecompressSync(content).toString("utf8")));
}

test("servers of several databases that share a folder install what each of them wants", async () => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  await declareApplication("store", { "/goods": { get: { operationId: "listGoods" } } });
  const other = await createTestDatabase();
  for (let turn = 0; turn < 5; turn++) {
    const results = await Promise.all([
      install(`shop-${turn}`, { slugs: ["shop"] }),
      install(`store-${turn}`, { slugs: ["store"] }, other),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["installed", "installed"]);
  }
  expect((await readIds()).map(({ slug }) => slug)).toEqual(["shop_list_items"]);
  expect((await readIds(other)).map(({ slug }) => slug)).toEqual(["store_list_goods"]);
  await other.drop();
});

test("what a killed build left behind goes when it is an hour old", async () => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  const cache = join(place, "cache");
  await mkdir(join(cache, "embeddings", "model"), { recursive: true });
  const old = ["built-ins.snapshot.0123456789ab", "embeddings/model/shop.bin.0123456789ab"];
  for (const file of old) {
    await writeFile(join(cache, file), "old");
    await utimes(join(cache, file), new Date(0), new Date(0));
  }
  await writeFile(join(cache, "built-ins.snapshot.ba9876543210"), "young");
  await install("one");
  const left = (await readdir(cache)).toSorted();
  expect(left).toEqual(["built-ins.snapshot", "built-ins.snapshot.ba9876543210", "embeddings", "packages"]);
  expect(await readdir(join(cache, "embeddings", "model"))).toEqual([]);
});

test("a snapshot that was built for other slugs is built anew", async () => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  const other = await createTestDatabase();
  await install("one", {}, other);
  await sql`update published_slug set slug = 'shop_items'`.execute(other.kysely);
  await install("two");
  expect(await install("two", {}, other)).toMatchObject({ outcome: "installed", failed: [] });
  expect((await readIds(other)).map(({ slug }) => slug)).toEqual(["shop_items"]);
  await other.drop();
});

test("without a registry nothing is installed, and a later try does it", async () => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  registry.isUp = false;
  expect(await install("one")).toMatchObject({
    outcome: "unchanged",
    isRegistryReachable: false,
    failed: [{ slug: "shop", reason: expect.stringContaining("The npm registry cannot be reached") }],
  });
  expect(await keys()).toEqual([]);
  registry.isUp = true;
  expect(await install("one", { failedBefore: ["shop"] })).toMatchObject({
    outcome: "installed",
    failed: [],
  });
});

test("an application whose package cannot be had leaves the others alone, and is tried again", async () => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  await declareApplication("store", { "/items": { get: { operationId: "listItems" } } });
  const file = join(place, "applications", "store", "application.ts");
  await writeFile(
    file,
    `import { defineBuiltIn } from ${JSON.stringify(form)};\nexport const application = defineBuiltIn({ slug: "store", icon: "monogram", document: { package: "no-such", version: "1.0.0", integrity: "sha512-${"A".repeat(86)}==", files: ["api.json"] } });\n`,
  );
  const result = await install("one");
  expect(result).toMatchObject({ outcome: "installed", applications: 1, failed: [{ slug: "store" }] });
  expect(await keys()).toEqual([]);
  expect(await install("one", { failedBefore: ["store"] })).toMatchObject({ outcome: "unchanged" });
});

test("an application that this version no longer has stays, and its tools are deprecated", async () => {
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  await declareApplication("store", { "/items": { get: { operationId: "listItems" } } });
  await install("one");
  const listDeprecated = async () =>
    (
      await sql<{
        slug: string;
      }>`select slug from tool where (summary::jsonb ->> 'isDeprecated')::boolean`.execute(db.kysely)
    ).rows;
  expect(await listDeprecated()).toEqual([]);
  const before = await readIds();
  await moveApplications();
  await declareApplication("shop", { "/items": { get: { operationId: "listItems" } } });
  await install("two");
  expect(await readIds()).toEqual(before);
  expect(await listDeprecated()).toEqual([{ slug: "store_list_items" }]);
  await declareApplication("store", { "/items": { get: { operationId: "listItems" } } });
  await install("three");
  expect(await listDeprecated()).toEqual([]);
});
