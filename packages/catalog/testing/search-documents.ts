import type { CatalogApplication } from "../src/application.ts";
import type { SearchDocument } from "../src/search/search-document.ts";

/** Returns what is searched of an application's tools, as a server that has imported it does. */
export const listSearchDocuments = (application: CatalogApplication): SearchDocument[] =>
  application.tools.map((tool) => ({
    slug: tool.slug,
    applicationSlug: application.slug,
    applicationName: application.name,
    applicationDescription: [...application.categories, application.description].join(" "),
    operation: tool.operation,
    name: tool.name,
    description: tool.description,
    tags: tool.tags,
    parameters: Object.keys(tool.inputSchema.properties ?? {}),
    method: tool.binding.kind === "http" ? tool.binding.method : "",
    path: tool.binding.kind === "http" ? tool.binding.path : "",
    isFeatured: tool.isFeatured === true,
    isDeprecated: tool.isDeprecated,
  }));
