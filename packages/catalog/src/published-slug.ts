import type { ToolAnnotations } from "./tool.ts";

/** What a slug was first published for: who permits it relies on that (decisions D77). */
export interface PublishedSlug {
  slug: string;
  isReadOnly: boolean;
  isDestructive: boolean;
}

/** The slugs an application's operations were ever published under, by `CatalogTool.operationKey`. */
export type PublishedSlugs = ReadonlyMap<string, PublishedSlug>;

/** Whether a slug may pass to another operation: only to one that is no more dangerous (decisions D77). */
export function mayTakeOver(published: PublishedSlug, annotations: ToolAnnotations): boolean {
  return (
    (annotations.readOnlyHint || !published.isReadOnly) &&
    (!annotations.destructiveHint || published.isDestructive)
  );
}
