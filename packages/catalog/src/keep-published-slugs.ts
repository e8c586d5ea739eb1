import type { CatalogApplication } from "./application.ts";
import type { PublishedSlugs } from "./published-slug.ts";

/** Gives the tools the slugs under which they were published before (decisions D20). */
export function keepPublishedSlugs(
  application: CatalogApplication,
  published: PublishedSlugs,
): CatalogApplication {
  const tools = application.tools.map((tool) => ({
    ...tool,
    slug: published.get(tool.operationKey)?.slug ?? tool.slug,
  }));
  return { ...application, tools };
}
