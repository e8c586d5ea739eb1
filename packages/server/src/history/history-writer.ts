import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { takeHistoryBlocks } from "../db/history/history-blocks.ts";
import type { NewExecution } from "../db/history/insert-executions.ts";
import type { Logger } from "../log/logger.ts";
import { HistoryIds } from "./history-ids.ts";
import { RecordQueue, type WaitingRecord } from "./record-queue.ts";
import { writeBatch } from "./write-batch.ts";

/** How long a batch waits for more records that arrive. */
const maxGatherMs = 8;
/** This many records in the queue show a load under which larger batches are worth a longer wait. */
const manyRecords = 8;
/** A batch that gets no record for this long does not wait any longer. */
const gatherStepMs = 1;
/** How long a request waits for its record to be stored. After that the record is still stored once the database is back. */
const maxWaitMs = 5000;
const retryMs = 200;

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

/**
 * Group commit: records that arrive during an INSERT form the next batch. It starts when the INSERT has ended
 * and no more records arrive. A record has its id before it is written, so a batch whose commit was not confirmed can be sent again.
 */
export function openHistoryWriter(pool: pg.Pool, log: Logger): HistoryWriter {
  const queue = new RecordQueue();
  let lost = 0;
  /** How many applications are being called now. */
  let calls = 0;
  let writing: Promise<void> | null = null;
  const ids = new HistoryIds((companyIds) => takeHistoryBlocks(pool, companyIds));
  const drop = (item: WaitingRecord) => {
    lost++;
    queue.drop(item);
  };
  const parts = { pool, ids, log, drop };

  async function writeAll(): Promise<void> {
    const waitCheck = setInterval(() => queue.giveUp(performance.now() - maxWaitMs), retryMs);
    while (queue.waiting > 0) {
      await gatherRecords();
      try {
        await writeBatch(parts, queue.takeBatch());
        queue.endBatch();
      } catch (error) {
        log.warn({ err: error, records: queue.size }, "the history could not be written and will be retried");
        queue.putBack();
        await sleep(retryMs);
      }
    }
    clearInterval(waitCheck);
    // Reset in the same turn as the last look at the queue, so that a record that arrives later starts a new run.
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
      known = queue.waiting;
      await nextTurn();
      await nextTurn();
      if (calls > 0 && queue.waiting >= manyRecords) {
        await sleep(gatherStepMs);
      }
    } while (queue.waiting > known && !queue.fillsBatch && performance.now() < latest);
  }

  return {
    write(record) {
      const size = (record.input?.length ?? 0) + (record.output?.length ?? 0);
      if (!queue.hasRoom(size)) {
        lost++;
        log.error(
          { tool: record.fields.tool_slug },
          "an execution was not recorded: too many records wait for the database",
        );
        return Promise.resolve(null);
      }
      return new Promise((resolve) => {
        queue.add({ record, since: performance.now(), size, resolve });
        writing ??= writeAll();
      });
    },
    noteCallBegun() {
      calls++;
    },
    noteCallEnded() {
      calls--;
    },
    count: () => ({ waiting: queue.size, lost }),
    async close(timeoutMs) {
      const deadline = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([writing, deadline]);
      queue.giveUp(Number.POSITIVE_INFINITY);
    },
  };
}
