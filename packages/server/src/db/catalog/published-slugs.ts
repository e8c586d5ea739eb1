import type { CatalogTool, PublishedSlug } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** A tool would have a slug that belongs to another tool (decisions D20). */
export class ToolSlugTakenError extends Error {
  override readonly name = "ToolSlugTakenError";
}

/** Loads all slugs under which an application's operations were ever published, by operation key. */
export async function loadPublishedSlugs(
  db: Kysely<Schema>,
  companyId: number | null,
  applicationSlug: string,
): Promise<Map<string, PublishedSlug>> {
  const rows = await db
    .selectFrom("published_slug as p")
    .innerJoin("application as a", "a.application_id", "p.application_id")
    .select([
      "p.operation_key as operationKey",
      "p.slug",
      "p.is_read_only as isReadOnly",
      "p.is_destructive as isDestructive",
    ])
    .where("a.company_id", companyId === null ? "is" : "=", companyId)
    .where("a.slug", "=", applicationSlug)
    .execute();
  return new Map(rows.map(({ operationKey, ...published }) => [operationKey, published]));
}

/**
 * Publishes the slugs of an application's tools. The slug of a removed operation may pass to one that is not more dangerous
 * (decisions D77). The slug's first use is kept with it.
 *
 * @throws ToolSlugTakenError when another import has published other slugs since this one read them
 */
export async function publishSlugs(
  db: Kysely<Schema>,
  applicationId: number,
  tools: readonly CatalogTool[],
): Promise<void> {
  const published = JSON.stringify(
    tools.map(({ slug, operationKey, annotations }) => ({
      slug,
      operation_key: operationKey,
      is_read_only: annotations.readOnlyHint,
      is_destructive: annotations.destructiveHint,
    })),
  );
  const { rows } = await sql<{ slug: string }>`
    with named as (select * from json_populate_recordset(null::published_slug, ${published}::json)),
      old as (select * from published_slug where application_id = ${applicationId})
    select n.slug from named n join old using (operation_key) where n.slug <> old.slug
    union all
    select slug from named n join old using (slug) where n.operation_key <> old.operation_key and (
      old.operation_key in (select operation_key from named)
      or (old.is_read_only and not n.is_read_only) or (n.is_destructive and not old.is_destructive))
    limit 1`.execute(db);
  const [conflict] = rows;
  if (conflict !== undefined) {
    throw new ToolSlugTakenError(
      `The tool slug "${conflict.slug}" was given to another operation meanwhile, by another import. Import again.`,
    );
  }
  await sql`insert into published_slug as p (application_id, slug, operation_key, is_read_only, is_destructive)
    select ${applicationId}, slug, operation_key, is_read_only, is_destructive
    from json_populate_recordset(null::published_slug, ${published}::json)
    on conflict (application_id, slug) do update
      set operation_key = excluded.operation_key,
        is_read_only = p.is_read_only or excluded.is_read_only,
        is_destructive = p.is_destructive and excluded.is_destructive`.execute(db);
}
