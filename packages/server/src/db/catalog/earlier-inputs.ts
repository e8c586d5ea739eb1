import type { BoundInput } from "@bowline/catalog";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Loads the inputs of a company's application that was imported from an OpenAPI document, by the slugs of its tools. */
export async function loadEarlierInputs(
  db: Kysely<Schema>,
  companyId: number,
  applicationSlug: string,
): Promise<Map<string, BoundInput[]>> {
  const { rows } = await sql<{ slug: string; inputs: BoundInput[] }>`
    select t.slug, bound.inputs
    from tool t join application a using (application_id), lateral (
      select json_agg(part) as inputs from (
        select p ->> 'in' as place, p ->> 'name' as name, p ->> 'input' as input
        from json_array_elements(t.binding::json -> 'parameters') p
        union all
        select 'body', p ->> 'name', p ->> 'input'
        from json_array_elements(t.binding::json #> '{body,from,properties}') p
        union all
        select 'body', null, t.binding::json #>> '{body,from,member}'
        where t.binding::json #> '{body,from,member}' is not null
      ) part
    ) bound
    where a.company_id = ${companyId} and a.slug = ${applicationSlug} and a.source = 'openapi'
      and bound.inputs is not null`.execute(db);
  return new Map(rows.map(({ slug, inputs }) => [slug, inputs]));
}
