import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** An authentication method that an application no longer offers, and how many connections still use it. */
export interface LeftMethod {
  name: string;
  connections: number;
}

/** Lists the methods that connections of an application use although it no longer offers them, by name. */
export async function listLeftMethods(
  db: Kysely<Schema>,
  companyId: number,
  applicationSlug: string,
): Promise<LeftMethod[]> {
  const { rows } = await sql<LeftMethod>`
    select m.definition ->> 'name' as name, count(*)::int as connections
    from application a join authentication_method m using (application_id) join connection c using (authentication_id)
    where a.company_id = ${companyId} and a.slug = ${applicationSlug} and m.is_removed
    group by 1 order by 1`.execute(db);
  return rows;
}
