import type { ToolAnnotations } from "./tool.ts";

/** The operation that a slug was first published for. Permissions granted for the slug rely on it (decisions D77). */
export interface PublishedSlug {
  slug: string;
  isReadOnly: boolean;
  isDestructive: boolean;
}

/** All slugs under which an application's operations have been published, by `CatalogTool.operationKey`. */
export type PublishedSlugs = ReadonlyMap<string, PublishedSlug>;

/** Whether a slug may move to another operation. That operation must not be more dangerous (decisions D77). */
export function mayTakeOver(published: PublishedSlug, annotations: ToolAnnotations): boolean {
  return (
    (annotations.readOnlyHint || !published.isReadOnly) &&
    (!annotations.destructiveHint || published.isDestructive)
  );
}
