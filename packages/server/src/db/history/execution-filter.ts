import { type ExecutionSummary, type FailureKind, historyLimits } from "@bowline/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { likePattern, likePatterns } from "../like-pattern.ts";
import type { Schema } from "../schema.ts";

/** Which records of the history to read; null: all. */
export interface ExecutionFilter {
  companyId: number;
  accountUserId: number | null;
  toolSlug: string | null;
  applicationSlug: string | null;
  connectionId: number | null;
  toolsetId: string | null;
  apiKeyId: number | null;
  source: ExecutionSummary["source"] | null;
  isSuccess: boolean | null;
  kind: FailureKind | null;
  search: string | null;
  /** Inclusive. */
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
}

/** Builds the SQL condition of a filter. A search is looked up first. */
export async function buildExecutionCondition(
  db: Kysely<Schema>,
  filter: ExecutionFilter,
): Promise<RawBuilder<boolean>> {
  const searched = filter.search === null ? null : await findSearched(db, filter, filter.search);
  return combineConditions(filter, searched);
}

/** Builds the SQL condition of a filter whose search was looked up. */
export const combineConditions = (
  filter: ExecutionFilter,
  searched: SearchedExecutions | null,
): RawBuilder<boolean> =>
  searched === null
    ? sql<boolean>`${buildFieldCondition(filter)} and ${buildTimeCondition(filter)}`
    : sql<boolean>`${combineConditions(filter, null)} and ${buildSearchCondition(searched)}`;

function buildTimeCondition({ from, to }: ExecutionFilter): RawBuilder<boolean> {
  const since = from === null ? sql`true` : sql`created_date >= ${from}`;
  return sql<boolean>`${since} and ${to === null ? sql`true` : sql`created_date < ${to}`}`;
}

/** Builds the condition for the members of a filter that compare one column each: all but time and search. */
export function buildFieldCondition(filter: ExecutionFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`company_id = ${filter.companyId}`];
  for (const [column, value] of [
    ["account_user_id", filter.accountUserId],
    ["tool_slug", filter.toolSlug],
    ["application_slug", filter.applicationSlug],
    ["connection_id", filter.connectionId],
    ["toolset_id", filter.toolsetId],
    ["api_key_id", filter.apiKeyId],
    ["source", filter.source],
    ["failure_kind", filter.kind],
  ] as const) {
    if (value !== null) {
      conditions.push(sql`${sql.ref(column)} = ${value}`);
    }
  }
  // Written so that the index of failed records is used.
  if (filter.isSuccess === true) {
    conditions.push(sql`is_success`);
  }
  if (filter.isSuccess === false || filter.kind !== null) {
    conditions.push(sql`not is_success`);
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** What a search finds. */
export interface SearchedExecutions {
  /** All records of these tools. */
  toolSlugs: string[];
  /** Single records of other tools that meet the filter's other conditions. */
  found: { historyId: number; toolSlug: string; createdDate: Date }[];
}

/** A company with more tools than this in its history is searched in so many. */
const maxToolSlugs = 5000;
const largestId = 2_147_483_647;

/**
 * Looks up what a search finds, so that an index is enough for the rest: reading the records of a large history would take too long.
 * A message can only be that of a failed record.
 */
export async function findSearched(
  db: Kysely<Schema>,
  filter: ExecutionFilter,
  search: string,
): Promise<SearchedExecutions> {
  const toolSlugs = await listToolSlugs(db, filter.companyId, search.toLowerCase());
  const historyId = /^\d{1,10}$/.test(search) && Number(search) <= largestId ? Number(search) : 0;
  const select = (which: RawBuilder<unknown>) => sql`
    (select history_id as "historyId", tool_slug as "toolSlug", created_date as "createdDate" from execution
    where ${combineConditions(filter, null)} and tool_slug <> all(${toolSlugs}) and ${which})`;
  const parts = [select(sql`history_id = ${historyId}`), select(sql`request_id = ${search}`)];
  if (filter.isSuccess !== true) {
    const since = await loadMessagesSince(db, filter.companyId);
    parts.push(
      select(sql`not is_success ${since === null ? sql`` : sql`and created_date > ${since}`}
        and error_message ilike any(${likePatterns(search)}::text[])`),
    );
  }
  const { rows } = await sql<
    SearchedExecutions["found"][number]
  >`${sql.join(parts, sql` union all `)}`.execute(db);
  return { toolSlugs, found: [...new Map(rows.map((row) => [row.historyId, row])).values()] };
}

/** Builds the condition that a search found the record. */
export function buildSearchCondition({ toolSlugs, found }: SearchedExecutions): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [];
  if (found.length > 0) {
    parts.push(sql`history_id = any(${found.map(({ historyId }) => historyId)})`);
  }
  if (toolSlugs.length > 0) {
    parts.push(sql`tool_slug = any(${toolSlugs})`);
  }
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** Loads the date after which messages are searched; null: all are. */
async function loadMessagesSince(db: Kysely<Schema>, companyId: number): Promise<Date | null> {
  const { rows } = await sql<{ createdDate: Date }>`select created_date as "createdDate" from execution
    where company_id = ${companyId} and not is_success
    order by created_date desc, history_id desc offset ${historyLimits.searchedMessages} limit 1`.execute(db);
  return rows[0]?.createdDate ?? null;
}

/** Lists the slugs that contain a text among those in the history, by jumping through their index from one to the next. */
async function listToolSlugs(db: Kysely<Schema>, companyId: number, text: string): Promise<string[]> {
  const { rows } = await sql<{ toolSlug: string }>`with recursive slug as (
      (select tool_slug, 1 as place from execution where company_id = ${companyId} order by tool_slug limit 1)
      union all
      select (select tool_slug from execution where company_id = ${companyId} and tool_slug > slug.tool_slug
        order by tool_slug limit 1), place + 1
      from slug where tool_slug is not null and place < ${maxToolSlugs}
    ) select tool_slug as "toolSlug" from slug where tool_slug like ${likePattern(text)}`.execute(db);
  return rows.map(({ toolSlug }) => toolSlug);
}

/** Returns the planner's estimate of how many records meet a condition. */
export async function estimateExecutions(
  db: Kysely<Schema>,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{
    "QUERY PLAN": { Plan: { "Plan Rows": number } }[];
  }>`explain (format json) select 1 from execution where ${condition}`.execute(db);
  return Math.round(rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0);
}
