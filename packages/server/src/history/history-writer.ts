import { setImmediate as nextTurn } from "node:timers/promises";
import type pg from "pg";
import type { Schema } from "../db/schema.ts";
import { isDataRefused } from "../db/sql-state.ts";
import type { Logger } from "../logger.ts";

/** A record before it has an id; the date is ISO 8601. */
export type ExecutionRecord = Omit<Schema["execution"], "history_id" | "created_date"> & {
  created_date: string;
};

/** Ids taken from the database at once; those left over at the end of the process are never used. */
const blockSize = 1000;
const batchRecords = 256;
const batchCharacters = 4 * 1024 * 1024;
/** How long an answer waits for a database that is away; the record is still written when it comes back. */
const patienceMs = 5000;
const retryMs = 200;
const maxWaiting = 20_000;

const insertRecords = {
  name: "insert-executions",
  text: "insert into execution select * from json_populate_recordset(null::execution, $1::json) on conflict do nothing",
};

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
  record: ExecutionRecord & { history_id: number };
  since: number;
  size: number;
  answer: (historyId: number | null) => void;
}

/**
 * Group commit: while one INSERT is under way the next ones collect. Nothing lingers: the next batch starts in the next turn
 * of the event loop after the last one ended. A record has its id before it is written, so that a batch whose commit was not heard of is simply sent again.
 */
export function openHistoryWriter(pool: pg.Pool, log: Logger): HistoryWriter {
  let waiting: Waiting[] = [];
  let nextId = 0;
  let blockEnd = 0;
  let writing: Promise<void> | null = null;
  let isClosing = false;

  async function takeIds(batch: Waiting[]): Promise<void> {
    for (const item of batch) {
      if (item.record.history_id !== 0) {
        continue;
      }
      if (nextId === blockEnd) {
        const { rows } = await pool.query("select nextval('execution_block')::int as block");
        nextId = (rows[0].block - 1) * blockSize + 1;
        blockEnd = nextId + blockSize;
      }
      item.record.history_id = nextId++;
    }
  }

  async function writeBatch(batch: Waiting[]): Promise<void> {
    await takeIds(batch);
    await pool.query({ ...insertRecords, values: [JSON.stringify(batch.map((item) => item.record))] });
    for (const item of batch) {
      item.answer(item.record.history_id);
    }
  }

  /** One record that the database refuses must not hold up the others. */
  async function writeOneByOne(batch: Waiting[]): Promise<void> {
    for (const item of batch) {
      try {
        await writeBatch([item]);
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
    while (waiting.length > 0) {
      // One turn of the event loop: calls whose downstream has answered already join the batch, and nothing waits for a timer.
      await nextTurn();
      const batch = takeBatch();
      try {
        await writeBatch(batch).catch((error) =>
          isDataRefused(error) ? writeOneByOne(batch) : Promise.reject(error),
        );
      } catch (error) {
        log.warn({ err: error, records: waiting.length + batch.length }, "history waits for the database");
        waiting = [...batch, ...waiting];
        giveUpWaiting();
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
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

  /** Answers those that waited too long; their records stay. */
  function giveUpWaiting(): void {
    const latest = performance.now() - (isClosing ? 0 : patienceMs);
    for (const item of waiting) {
      if (item.since <= latest) {
        item.answer(null);
      }
    }
  }

  return {
    write(record) {
      if (waiting.length >= maxWaiting) {
        log.error(
          { tool: record.tool_slug },
          "an execution was not recorded: too many wait for the database",
        );
        return Promise.resolve(null);
      }
      return new Promise((answer) => {
        const size = (record.input?.length ?? 0) + (record.output?.length ?? 0);
        waiting.push({ record: { history_id: 0, ...record }, since: performance.now(), size, answer });
        writing ??= writeAll();
      });
    },
    async close(timeoutMs) {
      isClosing = true;
      const deadline = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([writing, deadline]);
    },
  };
}
