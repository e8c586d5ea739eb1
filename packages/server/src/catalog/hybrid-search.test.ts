import { hash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type SeededCompany, seedCompany } from "../../testing/test-rows.ts";
import {
  announceEmbeddings,
  listApplicationsToEmbed,
  listEmbeddableTools,
  loadHashedEmbeddings,
  saveEmbeddings,
} from "../db/catalog/tool-embeddings.ts";
import type { Embedder } from "../embeddings/open-embedder.ts";
import { restoreEmbeddings } from "../embeddings/restore-embeddings.ts";
import type { VectorFiles } from "../embeddings/vector-files.ts";
import { embedTools } from "../jobs/embed-tools.ts";
import { openCatalog } from "./catalog.ts";

const dimensions = 384;
const model = "letters";

/** Counts letters: texts that share words are close. */
function embed(text: string): Int8Array {
  const vector = new Int8Array(dimensions);
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    const place = hash("sha256", word, "buffer").readUInt16BE() % dimensions;
    vector[place] = Math.min(127, (vector[place] ?? 0) + 20);
  }
  return vector;
}

let embedded: string[] = [];
const embedder: Embedder = {
  model,
  describeTool: ({ applicationName, name, description }) => `${applicationName} ${name} ${description}`,
  async embedText(text) {
    embedded.push(text);
    return embed(text);
  },
  embedQuery: async (query) => embed(query),
  close: async () => {},
};

const stored = new Map<string, ReadonlyMap<string, Int8Array>>();
const files: VectorFiles = {
  read: async (slug) => new Map(stored.get(slug)),
  write: async (slug, vectors) => void stored.set(slug, vectors),
};

let db: TestDatabase;
let one: SeededCompany;
let two: SeededCompany;
beforeAll(async () => {
  db = await createTestDatabase();
  one = await seedCompany(db.kysely);
  two = await seedCompany(db.kysely);
});
afterAll(() => db.drop());

const options = { accept: () => true, connectedApplicationIds: [] };
const open = () => openCatalog(db.kysely, () => true, embedder);

/** Gives all tools of a company's application the meaning of a text. */
async function mean(applicationId: number, text: string): Promise<void> {
  const tools = await listEmbeddableTools(db.kysely, applicationId, model);
  await saveEmbeddings(
    db.kysely,
    model,
    tools.map(({ toolId }) => ({ toolId, textHash: Buffer.alloc(1), vector: embed(text) })),
  );
}

test("tools are embedded once, and again when their text has changed", async () => {
  expect(await listApplicationsToEmbed(db.kysely, model)).toEqual([one.applicationId, two.applicationId]);
  await embedTools(db.kysely, embedder, files, one);
  const count = embedded.length;
  expect(count).toBe(3);
  expect(await listApplicationsToEmbed(db.kysely, model)).toEqual([two.applicationId]);
  await embedTools(db.kysely, embedder, files, one);
  expect(embedded).toHaveLength(count);
  await embedTools(db.kysely, embedder, files, two);
  embedded = [];
  await sql`update tool set summary = jsonb_set(summary::jsonb, '{description}', '"Another text."')::text
    where application_id = ${two.applicationId} and slug = 'shop_list_items'`.execute(db.kysely);
  await embedTools(db.kysely, embedder, files, two);
  expect(embedded).toEqual([expect.stringContaining("Another text.")]);
});

test("a tool is found by its meaning alone", async () => {
  await mean(one.applicationId, "zebra crossing");
  const catalog = await open().forCompany(one.companyId);
  expect(await catalog.searchTools("zebra", options)).toHaveLength(3);
});

test("the meaning of another company's tools is never compared", async () => {
  await mean(one.applicationId, "zebra crossing");
  const catalog = open();
  expect(await (await catalog.forCompany(two.companyId)).searchTools("zebra", options)).toEqual([]);
  const own = await (await catalog.forCompany(one.companyId)).searchTools("zebra", options);
  expect(own.every(({ application }) => application.companyId === one.companyId)).toBe(true);
});

test("embeddings that arrive later count after they were announced", async () => {
  const catalog = open();
  const company = await catalog.forCompany(one.companyId);
  await mean(one.applicationId, "zebra");
  expect(await company.searchTools("zebra", options)).toHaveLength(3);
  await mean(one.applicationId, "giraffe");
  catalog.forgetEmbeddings(two.companyId);
  expect(await company.searchTools("giraffe", options)).toEqual([]);
  await announceEmbeddings(db.kysely, one.applicationId);
  catalog.forgetEmbeddings(one.companyId);
  expect(await company.searchTools("giraffe", options)).toHaveLength(3);
});

test("embeddings of another model do not count", async () => {
  await mean(one.applicationId, "zebra");
  const other = openCatalog(db.kysely, () => true, { ...embedder, model: "other" });
  expect(await (await other.forCompany(one.companyId)).searchTools("zebra", options)).toEqual([]);
  expect(await listApplicationsToEmbed(db.kysely, "other")).toContain(one.applicationId);
});

test("embeddings are deleted with their tools", async () => {
  await mean(one.applicationId, "zebra");
  await db.kysely.deleteFrom("tool").where("application_id", "=", one.applicationId).execute();
  const rows = await db.kysely.selectFrom("tool_embedding").select("tool_id").execute();
  const tools = await db.kysely.selectFrom("tool").select("tool_id").execute();
  const ids = tools.map(({ tool_id: id }) => id);
  expect(rows.filter(({ tool_id: id }) => !ids.includes(id))).toEqual([]);
});

test("the embeddings of a built-in application are kept in its file, and taken from there", async () => {
  const { applicationId } = one;
  embedded = [];
  await embedTools(db.kysely, embedder, files, two);
  expect(stored.size).toBe(0);
  await sql`update application set company_id = null, source = 'builtin' where application_id = ${two.applicationId}`.execute(
    db.kysely,
  );
  await sql`delete from tool_embedding`.execute(db.kysely);
  await embedTools(db.kysely, embedder, files, two);
  const count = embedded.length;
  expect(count).toBe(3);
  expect([...stored.values()].map(({ size }) => size)).toEqual([3]);
  const before = await loadHashedEmbeddings(db.kysely, two.applicationId, model);
  await sql`delete from tool_embedding`.execute(db.kysely);
  const [[slug = ""] = []] = [...stored];
  await restoreEmbeddings(db.kysely, embedder, files, slug);
  await embedTools(db.kysely, embedder, files, two);
  expect(embedded).toHaveLength(count);
  expect(await loadHashedEmbeddings(db.kysely, two.applicationId, model)).toEqual(before);
  await embedTools(db.kysely, embedder, files, { applicationId });
  expect(stored.size).toBe(1);
});
