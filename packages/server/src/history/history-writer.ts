import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { NewExecution } from "../db/history/encode-executions.ts";
import { takeHistoryBlocks } from "../db/history/history-blocks.ts";
import type { Logger } from "../log/logger.ts";
import { OutageLog } from "../log/outage-log.ts";
import { HistoryIds } from "./history-ids.ts";
import { RecordQueue, type WaitingRecord } from "./record-queue.ts";
import { type BatchParts, writeBatch } from "./write-batch.ts";

/** How long a batch waits for more records that arrive. */
const maxGatherMs = 8;
/** How long a request waits for its record to be stored. After that the record is still stored once the database is back. */
const maxWaitMs = 5000;
const retryMs = 200;

/**
 * Writes the history of executions. Group commit: records that arrive while a batch is written form the next one. It starts when that is stored
 * and no more records arrive. A record has its id before it is written, so a batch whose commit was not confirmed can be sent again.
 */
export class HistoryWriter {
  readonly #queue = new RecordQueue();
  readonly #log: Logger;
  readonly #outage: OutageLog;
  readonly #parts: BatchParts;
  #lost = 0;
  #writing: Promise<void> | null = null;

  constructor(pool: pg.Pool, log: Logger) {
    this.#log = log;
    this.#outage = new OutageLog(log, outageMessages, () => performance.now());
    const ids = new HistoryIds((companyIds) => takeHistoryBlocks(pool, companyIds));
    this.#parts = { pool, ids, log, drop: (item) => this.#drop(item) };
  }

  /**
   * Writes a record together with all others that wait, and returns its id once it is durable (decisions D34). Returns null when
   * the database is unavailable for longer than 5 s; the record is then written once it is back.
   *
   * @param record its `history_id` is 0; the writer sets it
   */
  write(record: NewExecution): Promise<number | null> {
    const size = (record.input?.length ?? 0) + (record.output?.length ?? 0);
    if (!this.#queue.hasRoom(size)) {
      this.#lost++;
      this.#log.error(
        { tool: record.fields.tool_slug },
        "an execution was not recorded: too many records wait for the database",
      );
      return Promise.resolve(null);
    }
    return new Promise((resolve) => {
      this.#queue.add({ record, since: performance.now(), size, resolve });
      this.#writing ??= this.#writeAll();
    });
  }

  /** How many records wait for the database, those being written included, and how many were lost. */
  count(): { waiting: number; lost: number } {
    return { waiting: this.#queue.size, lost: this.#lost };
  }

  /** Writes the waiting records, for at most `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    const deadline = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
    await Promise.race([this.#writing, deadline]);
    this.#queue.giveUp(Number.POSITIVE_INFINITY);
  }

  async #writeAll(): Promise<void> {
    const waitCheck = setInterval(() => this.#queue.giveUp(performance.now() - maxWaitMs), retryMs);
    while (this.#queue.waiting > 0) {
      await this.#gatherRecords();
      await this.#writeNext();
    }
    clearInterval(waitCheck);
    // Reset in the same turn as the last look at the queue, so that a record that arrives later starts a new run.
    this.#writing = null;
  }

  /** Waits while each two turns of the event loop bring records: a statement costs as much CPU time as many records in it. */
  async #gatherRecords(): Promise<void> {
    const queue = this.#queue;
    const latest = performance.now() + maxGatherMs;
    let known: number;
    do {
      known = queue.waiting;
      await nextTurn();
      await nextTurn();
    } while (queue.waiting > known && !queue.fillsBatch && performance.now() < latest);
  }

  /** Writes one batch. When the database is unavailable, it waits a moment, and its records are written next. */
  async #writeNext(): Promise<void> {
    try {
      await writeBatch(this.#parts, this.#queue.takeBatch());
      this.#queue.endBatch();
      this.#outage.noteSuccess();
    } catch (error) {
      this.#outage.noteFailure(error, { records: this.#queue.size });
      this.#queue.putBack();
      await sleep(retryMs);
    }
  }

  #drop(item: WaitingRecord): void {
    this.#lost++;
    this.#queue.drop(item);
  }
}

const outageMessages = {
  failing: "the history could not be written and will be retried",
  working: "the history is written again",
};
