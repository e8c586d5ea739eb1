import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Notes which file an application of the operator's folder was loaded from. */
export async function setCodeFile(db: Kysely<Schema>, slug: string, file: string): Promise<void> {
  await sql`update application set code_file = ${file}
    where company_id is null and source = 'code' and slug = ${slug}`.execute(db);
}

/**
 * Takes the applications of the operator's folder that are no longer in it out of the catalog. Their connections are kept.
 *
 * @param slugs the applications that were loaded
 * @param brokenFiles files that could not be loaded; what they were before stays
 */
export async function hideAbsentApplications(
  db: Kysely<Schema>,
  slugs: readonly string[],
  brokenFiles: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`update application set is_absent = true
    where company_id is null and source = 'code' and not is_absent
      and slug <> all(${slugs}::text[]) and coalesce(code_file, '') <> all(${brokenFiles}::text[])
    returning slug`.execute(db);
  return rows.map(({ slug }) => slug);
}
