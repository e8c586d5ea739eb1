import { setImmediate as nextTurn } from "node:timers/promises";
import type pg from "pg";
import { takeHistoryBlocks } from "../db/history-blocks.ts";
import { insertExecutions, type NewExecution } from "../db/insert-executions.ts";
import { isDataRefused } from "../db/sql-state.ts";
import type { Logger } from "../logger.ts";
import { HistoryIds } from "./history-ids.ts";

/** A record before it has an id; the date is ISO 8601. */
export type ExecutionRecord = Omit<NewExecution, "history_id">;

const batchRecords = 256;
const batchCharacters = 4 * 1024 * 1024;
/** How long a call waits for its record; the record is still written when the database is back. */
const patienceMs = 5000;
const retryMs = 200;
const maxWaiting = 20_000;
const maxWaitingCharacters = 64 * 1024 * 1024;

/** Writes the history of executions. */
export interface HistoryWriter {
  /**
   * Writes a record together with all others that wait, and answers its id once it is durable (decisions D34). Null when
   * the database is away for longer than 5 s: then the record is written when it is back.
   */
  write(record: ExecutionRecord): Promise<number | null>;
  /** Writes what waits, for as long as `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

interface Waiting {
  /** `history_id` is 0 until it has one. */
  record: NewExecution;
  since: number;
  size: number;
  answer: (historyId: number | null) => void;
}

/**
 * Group commit: while one INSERT is under way the next ones collect. Nothing lingers: the next batch starts in the next turn
 * of the event loop after the last one ended. A record has its id before it is written, so that a batch whose commit was not heard of is simply sent again.
 */
export function openHistoryWriter(pool: pg.Pool, log: Logger): HistoryWriter {
  const ids = new HistoryIds((companyIds) => takeHistoryBlocks(pool, companyIds));
  let waiting: Waiting[] = [];
  /** What is being written now. */
  let batch: Waiting[] = [];
  let heldCharacters = 0;
  let writing: Promise<void> | null = null;

  async function writeRecords(items: readonly Waiting[]): Promise<void> {
    const records = items.map(({ record }) => record);
    await ids.assign(records);
    const refused = new Set(await insertExecutions(pool, records));
    for (const { record, answer } of items) {
      if (!refused.has(record)) {
        answer(record.history_id);
      }
    }
    if (refused.size > 0) {
      // Ids came round to a block that another server had not used up: the records get others.
      for (const record of refused) {
        record.history_id = 0;
        ids.forget(record.company_id);
      }
      await writeRecords(items.filter(({ record }) => refused.has(record)));
    }
  }

  /** One record that the database refuses must not hold up the others. */
  async function writeOneByOne(items: readonly Waiting[]): Promise<void> {
    for (const item of items) {
      try {
        await writeRecords([item]);
      } catch (error) {
        if (!isDataRefused(error)) {
          throw error;
        }
        log.error({ err: error, tool: item.record.tool_slug }, "an execution could not be recorded");
        item.answer(null);
      }
    }
  }

  async function writeAll(): Promise<void> {
    const impatience = setInterval(() => giveUpWaiting(performance.now() - patienceMs), retryMs);
    while (waiting.length > 0) {
      // One turn of the event loop: calls whose downstream has answered already join the batch, and nothing waits for a timer.
      await nextTurn();
      batch = takeBatch();
      try {
        await writeRecords(batch).catch((error) =>
          isDataRefused(error) ? writeOneByOne(batch) : Promise.reject(error),
        );
        heldCharacters -= countCharacters(batch);
      } catch (error) {
        log.warn({ err: error, records: waiting.length + batch.length }, "history waits for the database");
        waiting = [...batch, ...waiting];
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
      batch = [];
    }
    clearInterval(impatience);
    // In the same turn as the look at what waits: a record that comes a moment later begins anew.
    writing = null;
  }

  function takeBatch(): Waiting[] {
    let count = 0;
    for (let size = 0; count < waiting.length && count < batchRecords && size < batchCharacters; count++) {
      size += waiting[count]?.size ?? 0;
    }
    return waiting.splice(0, count);
  }

  /** Lets those go on that came before a time; their records stay. */
  function giveUpWaiting(before: number): void {
    for (const item of [...batch, ...waiting]) {
      if (item.since < before) {
        item.answer(null);
      }
    }
  }

  return {
    write(record) {
      const size = (record.input?.length ?? 0) + (record.output?.length ?? 0);
      if (waiting.length >= maxWaiting || heldCharacters + size > maxWaitingCharacters) {
        log.error(
          { tool: record.tool_slug },
          "an execution was not recorded: too many wait for the database",
        );
        return Promise.resolve(null);
      }
      heldCharacters += size;
      return new Promise((answer) => {
        waiting.push({ record: { history_id: 0, ...record }, since: performance.now(), size, answer });
        writing ??= writeAll();
      });
    },
    async close(timeoutMs) {
      const deadline = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([writing, deadline]);
      giveUpWaiting(Number.POSITIVE_INFINITY);
    },
  };
}

const countCharacters = (items: readonly Waiting[]): number =>
  items.reduce((total, { size }) => total + size, 0);
