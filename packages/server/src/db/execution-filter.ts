import type { ExecutionSummary, FailureKind } from "@bowline/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { likePattern } from "./connections.ts";
import type { Schema } from "./schema.ts";

/** Which records of the history to read; null: all. */
export interface ExecutionFilter {
  companyId: number;
  accountUserId: number | null;
  toolSlug: string | null;
  applicationSlug: string | null;
  connectionId: number | null;
  toolsetId: string | null;
  source: ExecutionSummary["source"] | null;
  isSuccess: boolean | null;
  kind: FailureKind | null;
  search: string | null;
  /** Inclusive. */
  from: Date | null;
  /** Exclusive. */
  to: Date | null;
}

/** A company with more tools than this in its history is searched in so many. */
const maxToolSlugs = 5000;
/** So many of a company's failed records, the newest, are searched for a message. */
const maxMessages = 20_000;
/** More ids are left in the database. */
const maxListedIds = 1000;
const largestId = 2_147_483_647;

/** Builds the SQL condition of a filter. A search first looks up the slugs of the company's tools. */
export async function buildExecutionCondition(
  db: Kysely<Schema>,
  filter: ExecutionFilter,
): Promise<RawBuilder<boolean>> {
  const conditions = [buildFieldCondition(filter)];
  if (filter.from !== null) {
    conditions.push(sql`created_date >= ${filter.from}`);
  }
  if (filter.to !== null) {
    conditions.push(sql`created_date < ${filter.to}`);
  }
  if (filter.search !== null) {
    conditions.push(await buildSearch(db, filter.companyId, filter.search));
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Builds the condition of what is in one column, without time and search. */
export function buildFieldCondition(filter: ExecutionFilter): RawBuilder<boolean> {
  const conditions = [sql<boolean>`company_id = ${filter.companyId}`];
  for (const [column, value] of [
    ["account_user_id", filter.accountUserId],
    ["tool_slug", filter.toolSlug],
    ["application_slug", filter.applicationSlug],
    ["connection_id", filter.connectionId],
    ["toolset_id", filter.toolsetId],
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

/**
 * Looks up what a search finds beyond tools first, so that an index is enough for the rest: reading the records of a large history
 * would take too long.
 */
async function buildSearch(
  db: Kysely<Schema>,
  companyId: number,
  search: string,
): Promise<RawBuilder<boolean>> {
  const [slugs, found] = await Promise.all([
    listToolSlugs(db, companyId, search.toLowerCase()),
    buildFound(db, companyId, search),
  ]);
  const { rows } = await sql<{ historyId: number }>`select history_id as "historyId" from (${found}) as found
    limit ${maxListedIds + 1}`.execute(db);
  const parts: RawBuilder<boolean>[] = [];
  if (rows.length > maxListedIds) {
    parts.push(sql`history_id in (${found})`);
  } else if (rows.length > 0) {
    parts.push(sql`history_id = any(${rows.map(({ historyId }) => historyId)})`);
  }
  if (slugs.length > 0) {
    parts.push(sql`tool_slug = any(${slugs})`);
  }
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** Builds the query of the records that have this id or request id, or whose message contains the text. */
async function buildFound(
  db: Kysely<Schema>,
  companyId: number,
  search: string,
): Promise<RawBuilder<{ history_id: number }>> {
  const historyId = /^\d{1,10}$/.test(search) && Number(search) <= largestId ? Number(search) : 0;
  const since = await sql<{ createdDate: Date }>`select created_date as "createdDate" from execution
    where company_id = ${companyId} and not is_success
    order by created_date desc, history_id desc offset ${maxMessages} limit 1`.execute(db);
  const messagesAfter = since.rows[0]?.createdDate;
  return sql`select history_id from execution where company_id = ${companyId} and history_id = ${historyId}
    union all select history_id from execution where company_id = ${companyId} and request_id = ${search}
    union all select history_id from execution where company_id = ${companyId} and not is_success
      ${messagesAfter === undefined ? sql`` : sql`and created_date > ${messagesAfter}`}
      and error_message ilike ${likePattern(search)}`;
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
