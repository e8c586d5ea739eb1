import { join } from "node:path";
import {
  buildBuiltIn,
  listBuiltInSlugs,
  loadDefinition,
  openPackageFiles,
} from "../../packages/catalog/src/built-in/built-ins.ts";
import type { SearchDocument } from "../../packages/catalog/src/search/search-document.ts";
import { listSearchDocuments } from "../../packages/catalog/testing/search-documents.ts";

/** Builds all built-in applications. Needs the npm registry the first time. In the order of slugs. */
export async function loadBuiltInCatalog(note: (progress: string) => void): Promise<SearchDocument[]> {
  const root = join(import.meta.dirname, "../..");
  const packages = openPackageFiles(join(root, ".cache/packages"), process.env, root);
  const documents: SearchDocument[] = [];
  for (const slug of await listBuiltInSlugs()) {
    note(slug);
    const { application } = await buildBuiltIn(await loadDefinition(slug), packages);
    documents.push(...listSearchDocuments(application));
  }
  return documents.sort((one, other) => (one.slug < other.slug ? -1 : 1));
}
