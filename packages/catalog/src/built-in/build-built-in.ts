import { buildCodeApplication } from "../code/build-code-application.ts";
import type { PublishedSlugs } from "../published-slug.ts";
import { type BuiltApplication, buildDocumentApplication } from "./build-document-application.ts";
import type { DefinedBuiltIn } from "./define-built-in.ts";
import type { PackageFiles } from "./packages/package-files.ts";

/** Builds one application, whatever its kind. @throws BuiltInError */
export async function buildBuiltIn(
  definition: DefinedBuiltIn,
  packages: PackageFiles,
  publishedSlugs?: PublishedSlugs,
): Promise<BuiltApplication> {
  switch (definition.kind) {
    case "document": {
      const { document } = definition.declaration;
      const files = document.files.map((file) => (typeof file === "string" ? file : file.path));
      const texts = await packages.load({ ...document, files });
      return buildDocumentApplication(definition.declaration, texts, publishedSlugs);
    }
    case "application":
      return { application: buildCodeApplication(definition, "builtin"), skipped: [], warnings: [] };
  }
}
