import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Page } from "../page.ts";
import type { Schema } from "../schema.ts";
import { buildSearchCondition, type SearchedExecutions } from "./execution-filter.ts";
import type { HistoryPart } from "./history-parts.ts";

/** What a page is read from. */
export interface PageSource {
  /** On the records: the filter without its search, and beside which record. */
  condition: RawBuilder<boolean>;
  searched: SearchedExecutions | null;
  /** The records to look at, named `execution`. */
  table: RawBuilder<unknown>;
  isForward: boolean;
  /** Whether the parts' counts are those of the records to find, and not of more. */
  isExact: boolean;
}

/** How many counted hours are read at once. */
const maxParts = 1000;
/** Counts that are those of more records may promise too much in hour after hour, so each query expects this many times as much. */
const batchGrowth = 4;

/**
 * Finds the ids of a page. Reads only as many parts as it needs, and passes over hours whose records are before the page.
 *
 * @param parts in the order of the page
 */
export async function findExecutions(
  transaction: Transaction<Schema>,
  source: PageSource,
  parts: AsyncIterable<HistoryPart> | Iterable<HistoryPart>,
  page: Page,
): Promise<number[]> {
  const ids: number[] = [];
  let offset = page.offset;
  let batch: HistoryPart[] = [];
  let expected = 0;
  let growth = 1;

  async function readBatch(): Promise<void> {
    const top = page.top - ids.length;
    const read = batch;
    batch = [];
    expected = 0;
    if (read.length === 0 || top === 0) {
      return;
    }
    const found = await readParts(transaction, source, read, { offset, top });
    ids.push(...found);
    // What is not counted is always read alone.
    growth *= read[0]?.count === null ? 1 : batchGrowth;
    if (offset > 0) {
      offset = found.length > 0 ? 0 : offset - (await countParts(transaction, source, read, offset));
    }
  }

  for await (const part of parts) {
    const { count } = part;
    const isCounted = source.isExact && count !== null;
    if (isCounted && batch.length === 0 && count <= offset) {
      offset -= count;
      continue;
    }
    if (count === null) {
      await readBatch();
    }
    batch.push(part);
    expected += count ?? 0;
    if (
      count === null ||
      batch.length === maxParts ||
      expected >= (offset + page.top - ids.length) * growth
    ) {
      await readBatch();
    }
    if (ids.length >= page.top) {
      return ids;
    }
  }
  await readBatch();
  return ids;
}

async function readParts(
  transaction: Transaction<Schema>,
  source: PageSource,
  parts: readonly HistoryPart[],
  { offset, top }: Page,
): Promise<number[]> {
  const { rows } = await sql<{ historyId: number }>`select history_id as "historyId"
    from (${buildRecords(source, parts, sql`${buildOrder(source)} limit ${offset + top}`)}) as found
    ${buildOrder(source)} limit ${top} offset ${offset}`.execute(transaction);
  return rows.map(({ historyId }) => historyId);
}

/** Counts the records in parts until there are more than a limit. */
export async function countInParts(
  transaction: Transaction<Schema>,
  source: PageSource,
  parts: AsyncIterable<HistoryPart> | Iterable<HistoryPart>,
  limit: number,
): Promise<number> {
  let found = 0;
  let batch: HistoryPart[] = [];
  const countBatch = async () => {
    found += batch.length === 0 ? 0 : await countParts(transaction, source, batch, limit - found);
    batch = [];
  };
  for await (const part of parts) {
    if (part.count === null || batch.length === maxParts) {
      await countBatch();
    }
    batch.push(part);
    if (part.count === null) {
      await countBatch();
    }
    if (found >= limit) {
      return found;
    }
  }
  await countBatch();
  return found;
}

/** Counts the records in parts, up to a limit. */
async function countParts(
  transaction: Transaction<Schema>,
  source: PageSource,
  parts: readonly HistoryPart[],
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from (${buildRecords(source, parts, sql`limit ${limit}`)}) as found limit ${limit}) as counted`.execute(
    transaction,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Builds the query of the records in parts. An hour with few tools is read by the tool.
 *
 * @param end the order and limit of each part
 */
function buildRecords(
  source: PageSource,
  parts: readonly HistoryPart[],
  end: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { condition, searched, table } = source;
  const [first] = parts;
  const select = (which: RawBuilder<unknown>) => sql`select created_date, history_id from ${table}
    where ${condition} and ${which} ${end}`;
  const isSearched = searched === null ? sql`true` : buildSearchCondition(searched);
  if (parts.length === 1 && first?.count === null) {
    return sql`(${select(sql`${isSearched} and created_date >= ${first.from} and created_date < ${first.to}`)})`;
  }
  const ofTools = parts.flatMap(({ from, to, toolSlugs }) =>
    (toolSlugs ?? []).map((toolSlug) => ({ from, to, toolSlug })),
  );
  const ofAll = parts.filter(({ toolSlugs }) => toolSlugs === null);
  const inPart = sql`created_date >= part.since and created_date < part.until`;
  const wholeTools = new Set(searched?.toolSlugs);
  const isWhole = ({ toolSlug }: { toolSlug: string }) => searched === null || wholeTools.has(toolSlug);
  const ids = searched?.found.map(({ historyId }) => historyId) ?? [];
  return sql`
    select record.* from unnest(${ofTools.map(({ from }) => from)}::timestamptz[], ${ofTools.map(({ to }) => to)}::timestamptz[],
      ${ofTools.map(({ toolSlug }) => toolSlug)}::text[], ${ofTools.map(isWhole)}::boolean[]) as part (since, until, slug, is_whole)
    cross join lateral (
      ${select(sql`tool_slug = part.slug and ${inPart} and (part.is_whole or history_id = any(${ids}::int[]))`)}
    ) as record
    union all
    select record.* from unnest(${ofAll.map(({ from }) => from)}::timestamptz[], ${ofAll.map(({ to }) => to)}::timestamptz[])
      as part (since, until)
    cross join lateral (${select(sql`${isSearched} and ${inPart}`)}) as record`;
}

const buildOrder = ({ isForward }: PageSource): RawBuilder<unknown> =>
  isForward ? sql`order by created_date, history_id` : sql`order by created_date desc, history_id desc`;
