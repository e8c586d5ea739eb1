import type { CatalogApplication } from "../application.ts";
import { buildCodeApplication } from "../code/build-code-application.ts";
import type { DefinedApplication } from "../code/define-application.ts";
import { keepPublishedSlugs } from "../keep-published-slugs.ts";
import type { PublishedSlugs } from "../published-slug.ts";
import { type BuiltApplication, buildDocumentApplication } from "./build-document-application.ts";
import type { DefinedBuiltIn } from "./define-built-in.ts";
import { listPackages } from "./describe-definition.ts";
import type { PackageFiles } from "./packages/package-files.ts";

/** An application that is written by hand lies in the folder of its slug. */
export const buildHandWritten = (definition: DefinedApplication): CatalogApplication =>
  buildCodeApplication(definition, {
    source: "builtin",
    file: `${definition.definition.slug}/application.ts`,
  });

/** Builds one application, whatever its kind. @throws BuiltInError */
export async function buildBuiltIn(
  definition: DefinedBuiltIn,
  packages: PackageFiles,
  publishedSlugs?: PublishedSlugs,
): Promise<BuiltApplication> {
  switch (definition.kind) {
    case "document": {
      const texts = new Map<string, string>();
      for (const wanted of listPackages(definition)) {
        for (const [path, text] of await packages.load(wanted)) {
          texts.set(path, text);
        }
      }
      return buildDocumentApplication(definition.declaration, texts, publishedSlugs);
    }
    case "application":
      return {
        application: keepPublishedSlugs(buildHandWritten(definition), publishedSlugs ?? new Map()),
        skipped: [],
        warnings: [],
      };
  }
}
