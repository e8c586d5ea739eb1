import type { PublishedSlug } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** An installed snapshot of built-in applications. */
export interface InstalledSnapshot {
  key: string;
  serverVersion: string;
}

/** Lists the snapshots that were ever installed, the newest first. */
export async function listInstalledSnapshots(db: Kysely<Schema>): Promise<InstalledSnapshot[]> {
  return db
    .selectFrom("built_in_snapshot")
    .select(["key", "server_version as serverVersion"])
    .orderBy("snapshot_id", "desc")
    .execute();
}

/** The newest snapshot that was installed; null: none. */
export async function loadInstalledSnapshot(
  db: Kysely<Schema>,
): Promise<{ serverVersion: string; installedDate: Date } | null> {
  const row = await db
    .selectFrom("built_in_snapshot")
    .select(["server_version as serverVersion", "installed_date as installedDate"])
    .orderBy("snapshot_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Notes that a snapshot was installed. */
export async function addInstalledSnapshot(db: Kysely<Schema>, snapshot: InstalledSnapshot): Promise<void> {
  await db
    .insertInto("built_in_snapshot")
    .values({ key: snapshot.key, server_version: snapshot.serverVersion })
    .execute();
}

/** Loads all slugs under which tools of built-in applications were ever published, by application slug and operation key. */
export async function loadBuiltInSlugs(db: Kysely<Schema>): Promise<Map<string, Map<string, PublishedSlug>>> {
  const rows = await db
    .selectFrom("published_slug as p")
    .innerJoin("application as a", "a.application_id", "p.application_id")
    .select([
      "a.slug as applicationSlug",
      "p.operation_key as operationKey",
      "p.slug",
      "p.is_read_only as isReadOnly",
      "p.is_destructive as isDestructive",
    ])
    .where("a.company_id", "is", null)
    .execute();
  const bySlug = new Map<string, Map<string, PublishedSlug>>();
  for (const { applicationSlug, operationKey, ...published } of rows) {
    const own = bySlug.get(applicationSlug) ?? new Map<string, PublishedSlug>();
    bySlug.set(applicationSlug, own.set(operationKey, published));
  }
  return bySlug;
}

/** Stores the icon of a built-in application, or removes it. */
export async function saveBuiltInIcon(db: Kysely<Schema>, slug: string, svg: string | null): Promise<void> {
  if (svg === null) {
    await sql`delete from application_icon using application a
      where a.application_id = application_icon.application_id and a.company_id is null and a.slug = ${slug}`.execute(
      db,
    );
    return;
  }
  await sql`insert into application_icon (application_id, svg)
    select application_id, ${svg} from application where company_id is null and slug = ${slug}
    on conflict (application_id) do update set svg = excluded.svg`.execute(db);
}

/** Loads the icons of all built-in applications, by slug. */
export async function loadBuiltInIcons(db: Kysely<Schema>): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("application_icon as i")
    .innerJoin("application as a", "a.application_id", "i.application_id")
    .select(["a.slug", "i.svg"])
    .where("a.company_id", "is", null)
    .execute();
  return new Map(rows.map(({ slug, svg }) => [slug, svg]));
}

/**
 * Sets the addresses of built-in applications that the operator's file names, and restores those of all others (decisions D67). Rows
 * that have theirs already do not change.
 *
 * @param addresses by slug
 */
export async function setBuiltInAddresses(
  db: Kysely<Schema>,
  addresses: Readonly<Record<string, string>>,
): Promise<void> {
  const wanted = JSON.stringify(addresses);
  await sql`update application
    set presentation = case
      when ${wanted}::jsonb ? slug then presentation || jsonb_build_object('baseUrl', ${wanted}::jsonb ->> slug)
      else presentation - 'baseUrl' end
    where company_id is null and source = 'builtin'
      and presentation ->> 'baseUrl' is distinct from ${wanted}::jsonb ->> slug`.execute(db);
}

/** Stores the search segment of all built-in tools. */
export async function saveBuiltInSegment(db: Kysely<Schema>, segment: Uint8Array): Promise<void> {
  const bytes = Buffer.from(segment);
  await sql`insert into built_in_search (segment) values (${bytes})
    on conflict (is_only) do update set segment = excluded.segment`.execute(db);
}

/** Loads it; null when there is none. */
export async function loadBuiltInSegment(db: Kysely<Schema>): Promise<Uint8Array | null> {
  const row = await db.selectFrom("built_in_search").select("segment").executeTakeFirst();
  return row?.segment ?? null;
}

/** Deletes it, before another one is built. */
export async function deleteBuiltInSegment(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom("built_in_search").execute();
}

/**
 * Marks the tools of built-in applications that this version no longer has as deprecated. They stay usable with the connections that
 * there are (decisions D67). Installing one again takes the mark away.
 *
 * @param slugs of all built-in applications of this version
 */
export async function deprecateRetired(db: Kysely<Schema>, slugs: readonly string[]): Promise<void> {
  await sql`update tool set summary = jsonb_set(summary::jsonb, '{isDeprecated}', 'true')::text
    from application a
    where a.application_id = tool.application_id and a.company_id is null and a.source = 'builtin'
      and a.slug <> all(${slugs}::text[]) and summary::jsonb ->> 'isDeprecated' is distinct from 'true'`.execute(
    db,
  );
}
