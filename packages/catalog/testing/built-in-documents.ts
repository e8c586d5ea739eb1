import { join } from "node:path";
import type { CatalogApplication } from "../src/application.ts";
import { buildDocumentApplication } from "../src/built-in/build-document-application.ts";
import { listBuiltInSlugs, loadDefinition, openPackageFiles } from "../src/built-in/built-ins.ts";
import { listPackages } from "../src/built-in/describe-definition.ts";
import { convertElasticsearch } from "../src/built-in/elasticsearch/convert-specification.ts";
import { loosenSchemas } from "../src/built-in/overlay/repair-document.ts";
import { readText } from "../src/openapi/document/read-document.ts";

/** A built-in application and the documents that it was made from, unchanged except for schemas that contradict themselves. */
export interface BuiltInDocuments {
  application: CatalogApplication;
  /** By the prefix of their operations' keys; `""` for a document without one. */
  documents: Map<string, { [member: string]: unknown }>;
}

/** Lists the built-in applications whose tools come from documents. */
export async function listDocumentSlugs(): Promise<string[]> {
  const slugs = await listBuiltInSlugs();
  const kinds = await Promise.all(slugs.map(async (slug) => (await loadDefinition(slug)).kind));
  return slugs.filter((_slug, index) => kinds[index] === "document");
}

/** Builds an application. Its npm package is downloaded once and kept in `.cache/packages` of the checkout. */
export async function loadBuiltInDocuments(slug: string): Promise<BuiltInDocuments> {
  const root = join(import.meta.dirname, "../../..");
  const definition = await loadDefinition(slug);
  if (definition.kind !== "document") {
    throw new Error(`${slug} has no document.`);
  }
  const packages = openPackageFiles(join(root, ".cache/packages"), process.env, root);
  const texts = new Map<string, string>();
  for (const wanted of listPackages(definition)) {
    for (const [path, text] of await packages.load(wanted)) {
      texts.set(path, text);
    }
  }
  const { application } = buildDocumentApplication(definition.declaration, texts);
  const { loosen = false } = definition.declaration;
  const { files, format } = definition.declaration.document;
  const documents = files.map((file) => {
    const { path, prefix = "" } = typeof file === "string" ? { path: file } : file;
    const text = texts.get(path) ?? "";
    const document = format === "elasticsearch" ? convertElasticsearch(JSON.parse(text)) : readText(text);
    if (loosen) {
      loosenSchemas(document);
    }
    return [prefix, document as { [member: string]: unknown }] as const;
  });
  return { application, documents: new Map(documents) };
}
