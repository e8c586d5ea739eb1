import type pg from "pg";
import { insertExecutions } from "../db/history/insert-executions.ts";
import { isDataRefused } from "../db/sql-state.ts";
import type { Logger } from "../log/logger.ts";
import type { HistoryIds } from "./history-ids.ts";
import type { WaitingRecord } from "./record-queue.ts";

export interface BatchParts {
  pool: pg.Pool;
  ids: HistoryIds;
  log: Logger;
  /** Called for each record that the database refuses. It is not to be written again. */
  drop(item: WaitingRecord): void;
}

/**
 * Writes records by one statement, and resolves each with its id. When the database refuses a value in one of them, it is lost and
 * the others are written. Throws when the database is unavailable; those that were not dropped can then be written again.
 */
export async function writeBatch(parts: BatchParts, items: readonly WaitingRecord[]): Promise<void> {
  try {
    await writeRecords(parts, items);
  } catch (error) {
    if (!isDataRefused(error)) {
      throw error;
    }
    await writeOneByOne(parts, items);
  }
}

async function writeRecords(parts: BatchParts, items: readonly WaitingRecord[]): Promise<void> {
  const { pool, ids } = parts;
  const records = items.map(({ record }) => record);
  await ids.assign(records.map(({ fields }) => fields));
  const refused = new Set(await insertExecutions(pool, records));
  for (const { record, resolve } of items) {
    if (!refused.has(record)) {
      resolve(record.fields.history_id);
    }
  }
  if (refused.size > 0) {
    // Ids started again in a block that another server still uses: these records need others.
    for (const record of refused) {
      record.fields.history_id = 0;
      ids.forget(record.fields.company_id);
    }
    await writeRecords(
      parts,
      items.filter(({ record }) => refused.has(record)),
    );
  }
}

async function writeOneByOne(parts: BatchParts, items: readonly WaitingRecord[]): Promise<void> {
  for (const item of items) {
    try {
      await writeRecords(parts, [item]);
    } catch (error) {
      if (!isDataRefused(error)) {
        throw error;
      }
      parts.log.error(
        { err: error, tool: item.record.fields.tool_slug },
        "an execution could not be recorded",
      );
      parts.drop(item);
    }
  }
}
