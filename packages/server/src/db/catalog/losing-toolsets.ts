import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** A toolset that permits tools which have gone. */
export interface LosingToolset {
  accountUserId: number;
  name: string;
  /** The tools that it permits and that have gone, by slug. */
  toolSlugs: string[];
}

/** Lists the company's toolsets that permit one of these tools over a connection of the application, by name. */
export async function listLosingToolsets(
  db: Kysely<Schema>,
  companyId: number,
  applicationSlug: string,
  removedSlugs: readonly string[],
): Promise<LosingToolset[]> {
  if (removedSlugs.length === 0) {
    return [];
  }
  const { rows } = await sql<LosingToolset>`
    select t.account_user_id as "accountUserId", t.name, array_agg(distinct permitted.slug) as "toolSlugs"
    from application a join connection c using (application_id) join toolset_connection tc using (connection_id)
      join toolset t using (toolset_id) cross join unnest(tc.tool_slugs) permitted(slug)
    where a.company_id = ${companyId} and a.slug = ${applicationSlug} and permitted.slug = any(${removedSlugs})
    group by t.toolset_id order by t.name, t.toolset_id`.execute(db);
  return rows;
}
