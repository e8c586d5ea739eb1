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
  const reader = new PageReader(transaction, source, page);
  for await (const part of parts) {
    if (!reader.passOver(part)) {
      await reader.add(part);
    }
    if (reader.isFull) {
      return reader.ids;
    }
  }
  await reader.readBatch();
  return reader.ids;
}

/** Reads parts in batches until a page is full. */
class PageReader {
  /** The ids found so far. */
  readonly ids: number[] = [];
  readonly #transaction: Transaction<Schema>;
  readonly #source: PageSource;
  readonly #top: number;
  /** How many records are still before the page. */
  #offset: number;
  #batch: HistoryPart[] = [];
  /** How many records the batch has by its counts. */
  #expected = 0;
  #growth = 1;

  constructor(transaction: Transaction<Schema>, source: PageSource, { offset, top }: Page) {
    this.#transaction = transaction;
    this.#source = source;
    this.#top = top;
    this.#offset = offset;
  }

  get isFull(): boolean {
    return this.ids.length >= this.#top;
  }

  /** Passes over a part whose records are all before the page. False: it has to be read. */
  passOver({ count }: HistoryPart): boolean {
    if (!this.#source.isExact || count === null || this.#batch.length > 0 || count > this.#offset) {
      return false;
    }
    this.#offset -= count;
    return true;
  }

  /** Adds a part to the batch, and reads the batch when it is large enough. What is not counted is always read alone. */
  async add(part: HistoryPart): Promise<void> {
    const { count } = part;
    if (count === null) {
      await this.readBatch();
    }
    this.#batch.push(part);
    this.#expected += count ?? 0;
    const wanted = (this.#offset + this.#top - this.ids.length) * this.#growth;
    if (count === null || this.#batch.length === maxParts || this.#expected >= wanted) {
      await this.readBatch();
    }
  }

  async readBatch(): Promise<void> {
    const top = this.#top - this.ids.length;
    const read = this.#batch;
    this.#batch = [];
    this.#expected = 0;
    if (read.length === 0 || top === 0) {
      return;
    }
    const found = await readParts(this.#transaction, this.#source, read, { offset: this.#offset, top });
    this.ids.push(...found);
    this.#growth *= read[0]?.count === null ? 1 : batchGrowth;
    if (this.#offset > 0) {
      this.#offset =
        found.length > 0
          ? 0
          : this.#offset - (await countParts(this.#transaction, this.#source, read, this.#offset));
    }
  }
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
