import type { SearchDocument } from "../src/search/search-document.ts";

/** A tool to search for. Its application is the first word of the slug, and its operation the others. */
export function describeSearchedTool(
  slug: string,
  name: string,
  rest: Partial<SearchDocument> = {},
): SearchDocument {
  const [applicationSlug = "", ...operation] = slug.split("_");
  return {
    slug,
    applicationSlug,
    applicationName: applicationSlug,
    applicationDescription: "",
    operation: operation.join("_"),
    name,
    description: "",
    tags: [],
    parameters: [],
    method: "",
    path: "",
    isFeatured: false,
    isDeprecated: false,
    ...rest,
  };
}
