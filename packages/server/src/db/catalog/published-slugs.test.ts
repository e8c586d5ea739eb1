import { cutToolSlug, importOpenApiInWorker, type PublishedSlugs } from "@bowline/catalog";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { seedCompany } from "../../../testing/test-rows.ts";
import { loadPublishedSlugs, ToolSlugTakenError } from "./published-slugs.ts";
import { saveApplication } from "./save-application.ts";

let db: TestDatabase;
let companyId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  ({ companyId } = await seedCompany(db.kysely));
});
afterAll(() => db.drop());

const readDescription = async (
  slug: string,
  operations: Record<string, string>,
  publishedSlugs: PublishedSlugs = new Map(),
) => {
  const paths: Record<string, object> = {};
  for (const [place, operationId] of Object.entries(operations)) {
    const [method = "", path = ""] = place.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId } };
  }
  const document = { openapi: "3.1.0", info: { title: slug, version: "1" }, paths };
  return (await importOpenApiInWorker({ slug, document, publishedSlugs })).application;
};

async function importAgain(slug: string, operations: Record<string, string>) {
  const published = await loadPublishedSlugs(db.kysely, companyId, slug);
  return saveApplication(db.kysely, companyId, await readDescription(slug, operations, published));
}

async function slugsByPlace(slug: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ key: string; slug: string }>`
    select t.operation_key as key, t.slug from tool t join application a using (application_id)
    where a.slug = ${slug} and a.company_id = ${companyId}`.execute(db.kysely);
  return Object.fromEntries(rows.map((row) => [row.key, row.slug]));
}

test("an application that was imported under the former names keeps them", async () => {
  const operations = { "GET /a": "actions/list-selected-repositories-enabled-github-actions-organization" };
  const name = "actions_list_selected_repositories_enabled_github_actions_organization";
  const former = cutToolSlug("hub", name);
  const application = await readDescription("hub", operations);
  expect(application.tools[0]?.slug).not.toBe(former);
  await saveApplication(db.kysely, companyId, {
    ...application,
    tools: application.tools.map((tool) => ({ ...tool, slug: former })),
  });
  expect(await importAgain("hub", operations)).toMatchObject({
    added: 0,
    changed: 0,
    removed: 0,
    changes: [],
  });
  expect(await slugsByPlace("hub")).toEqual({ "GET /a": former });
  await importAgain("hub", { "GET /moved": operations["GET /a"] });
  expect(await slugsByPlace("hub")).toEqual({ "GET /moved": former });
});

test("a slug that has passed to a new operation stays with it when the old one comes back", async () => {
  await importAgain("moves", { "GET /a": "doIt" });
  await importAgain("moves", { "GET /b": "doIt" });
  await importAgain("moves", { "GET /a": "doIt", "GET /b": "doIt" });
  expect(await slugsByPlace("moves")).toEqual({ "GET /a": "moves_get_a", "GET /b": "moves_do_it" });
});

test("a slug of a read-only operation never passes to a writing one, whatever it was in between", async () => {
  await importAgain("careful", { "DELETE /a": "doIt" });
  await importAgain("careful", { "GET /b": "doIt" });
  expect(await slugsByPlace("careful")).toEqual({ "GET /b": "careful_do_it" });
  await importAgain("careful", { "DELETE /c": "doIt" });
  expect(await slugsByPlace("careful")).toEqual({ "DELETE /c": "careful_delete_c" });
  await importAgain("careful", { "DELETE /a": "doIt" });
  expect(await slugsByPlace("careful")).toEqual({ "DELETE /a": "careful_delete_a" });
});

test("a second import of a document changes nothing, although slugs have moved before", async () => {
  await importAgain("swapped", { "GET /a": "getA", "DELETE /a": "deleteA" });
  await importAgain("swapped", { "GET /a2": "getA", "DELETE /a2": "deleteA" });
  const swapped = { "GET /a": "deleteA", "DELETE /a": "getA" };
  await importAgain("swapped", swapped);
  const slugs = await slugsByPlace("swapped");
  expect(await importAgain("swapped", swapped)).toMatchObject({ changed: 0, changes: [] });
  expect(await slugsByPlace("swapped")).toEqual(slugs);
});

test("an import is refused when another one has published slugs meanwhile", async () => {
  const unknowing = await readDescription("race", { "DELETE /b": "doIt" });
  await importAgain("race", { "GET /a": "doIt" });
  await expect(saveApplication(db.kysely, companyId, unknowing)).rejects.toThrow(ToolSlugTakenError);
  const renaming = await readDescription("race", { "GET /a": "doOther" });
  await expect(saveApplication(db.kysely, companyId, renaming)).rejects.toThrow(
    'The tool slug "race_do_other" was given to another operation meanwhile, by another import. Import again.',
  );
  expect(await slugsByPlace("race")).toEqual({ "GET /a": "race_do_it" });
});

test("a slug that was published for a harmless write never passes to one that destroys, whatever it became", async () => {
  const first = await readDescription("harmless", { "POST /parts": "doIt" });
  await saveApplication(db.kysely, companyId, first);
  const nowDestructive = first.tools.map((tool) => ({
    ...tool,
    annotations: { ...tool.annotations, destructiveHint: true },
  }));
  await saveApplication(db.kysely, companyId, { ...first, tools: nowDestructive });
  await importAgain("harmless", { "DELETE /c": "doIt" });
  expect(await slugsByPlace("harmless")).toEqual({ "DELETE /c": "harmless_delete_c" });
});

test("an import that would give a slug to an operation that destroys is refused", async () => {
  const unknowing = await readDescription("race-writes", { "DELETE /b": "doIt" });
  await importAgain("race-writes", { "POST /parts": "doIt" });
  await expect(saveApplication(db.kysely, companyId, unknowing)).rejects.toThrow(ToolSlugTakenError);
});
