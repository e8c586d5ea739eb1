import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { takeHistoryBlocks } from "../db/history-blocks.ts";
import { insertExecutions, type NewExecution } from "../db/insert-executions.ts";
import { isDataRefused } from "../db/sql-state.ts";
import type { Logger } from "../logger.ts";
import { HistoryIds } from "./history-ids.ts";

const batchRecords = 256;
/** How long a batch waits for more records that arrive. */
const maxGatherMs = 8;
/** This many records in the queue show a load under which larger batches are worth a longer wait. */
const manyRecords = 8;
/** A batch that gets no record for this long does not wait any longer. */
const gatherStepMs = 1;
const batchCharacters = 4 * 1024 * 1024;
/** How long a request waits for its record to be stored. After that the record is still stored once the database is back. */
const maxWaitMs = 5000;
const retryMs = 200;
const maxWaiting = 20_000;
const maxWaitingCharacters = 64 * 1024 * 1024;

/** Writes the history of executions. */
export interface HistoryWriter {
  /**
   * Writes a record together with all others that wait, and returns its id once it is durable (decisions D34). Returns null when
   * the database is unavailable for longer than 5 s; the record is then written once it is back.
   *
   * @param record its `history_id` is 0; the writer sets it
   */
  write(record: NewExecution): Promise<number | null>;
  /** Says that an application is being called: a batch waits a moment for the record that will follow. */
  noteCallBegun(): void;
  /** Says that a call has ended, with a record or without. */
  noteCallEnded(): void;
  /** How many records wait for the database, those being written included, and how many were lost. */
  count(): { waiting: number; lost: number };
  /** Writes the waiting records, for at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

interface Waiting {
  record: NewExecution;
  since: number;
  size: number;
  resolve: (historyId: number | null) => void;
}

/**
 * Group commit: records that arrive during an INSERT form the next batch. It starts when the INSERT has ended
 * and no more records arrive. A record has its id before it is written, so a batch whose commit was not confirmed can be sent again.
 */
export function openHistoryWriter(pool: pg.Pool, log: Logger): HistoryWriter {
  const ids = new HistoryIds((companyIds) => takeHistoryBlocks(pool, companyIds));
  let waiting: Waiting[] = [];
  /** The records being written now. */
  let batch: Waiting[] = [];
  let heldCharacters = 0;
  let lost = 0;
  /** How many applications are being called now. */
  let calls = 0;
  let writing: Promise<void> | null = null;

  async function writeRecords(items: readonly Waiting[]): Promise<void> {
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
      await writeRecords(items.filter(({ record }) => refused.has(record)));
    }
  }

  /** Writes records one by one, so that a record the database refuses does not block the others. */
  async function writeOneByOne(items: readonly Waiting[]): Promise<void> {
    for (const item of items) {
      try {
        await writeRecords([item]);
      } catch (error) {
        if (!isDataRefused(error)) {
          throw error;
        }
        log.error({ err: error, tool: item.record.fields.tool_slug }, "an execution could not be recorded");
        lost++;
        item.resolve(null);
      }
    }
  }

  async function writeAll(): Promise<void> {
    const waitCheck = setInterval(() => giveUpWaiting(performance.now() - maxWaitMs), retryMs);
    while (waiting.length > 0) {
      await gatherRecords();
      batch = takeBatch();
      try {
        await writeRecords(batch).catch((error) =>
          isDataRefused(error) ? writeOneByOne(batch) : Promise.reject(error),
        );
        heldCharacters -= countCharacters(batch);
      } catch (error) {
        log.warn(
          { err: error, records: waiting.length + batch.length },
          "the history could not be written and will be retried",
        );
        waiting = [...batch, ...waiting];
        batch = [];
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
      batch = [];
    }
    clearInterval(waitCheck);
    // Reset in the same turn as the last check of `waiting`, so that a record that arrives later starts a new run.
    writing = null;
  }

  /**
   * Waits while records arrive: a statement costs as much CPU time as many records in it. Few records wait for two turns of the event
   * loop; many wait for a step while applications are called, since more will follow.
   */
  async function gatherRecords(): Promise<void> {
    const latest = performance.now() + maxGatherMs;
    let known: number;
    do {
      known = waiting.length;
      await nextTurn();
      await nextTurn();
      if (calls > 0 && waiting.length >= manyRecords) {
        await sleep(gatherStepMs);
      }
    } while (waiting.length > known && waiting.length < batchRecords && performance.now() < latest);
  }

  function takeBatch(): Waiting[] {
    let count = 0;
    for (let size = 0; count < waiting.length && count < batchRecords && size < batchCharacters; count++) {
      size += waiting[count]?.size ?? 0;
    }
    return waiting.splice(0, count);
  }

  /** Returns null to requests that have waited since before a time; their records stay in the queue. */
  function giveUpWaiting(before: number): void {
    for (const item of [...batch, ...waiting]) {
      if (item.since < before) {
        item.resolve(null);
      }
    }
  }

  return {
    write(record) {
      const size = (record.input?.length ?? 0) + (record.output?.length ?? 0);
      if (waiting.length >= maxWaiting || heldCharacters + size > maxWaitingCharacters) {
        lost++;
        log.error(
          { tool: record.fields.tool_slug },
          "an execution was not recorded: too many records wait for the database",
        );
        return Promise.resolve(null);
      }
      heldCharacters += size;
      return new Promise((resolve) => {
        waiting.push({ record, since: performance.now(), size, resolve });
        writing ??= writeAll();
      });
    },
    noteCallBegun() {
      calls++;
    },
    noteCallEnded() {
      calls--;
    },
    count: () => ({ waiting: batch.length + waiting.length, lost }),
    async close(timeoutMs) {
      const deadline = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([writing, deadline]);
      giveUpWaiting(Number.POSITIVE_INFINITY);
    },
  };
}

const countCharacters = (items: readonly Waiting[]): number =>
  items.reduce((total, { size }) => total + size, 0);
