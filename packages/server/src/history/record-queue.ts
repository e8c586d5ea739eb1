import type { NewExecution } from "../db/history/encode-executions.ts";

const batchRecords = 256;
const batchCharacters = 4 * 1024 * 1024;
const maxWaiting = 20_000;
const maxHeldCharacters = 64 * 1024 * 1024;

/** A record that waits for the database, and the request that waits for the record. */
export interface WaitingRecord {
  record: NewExecution;
  /** When it began to wait, as `performance.now()`. */
  since: number;
  /** The characters of its input and output. */
  size: number;
  resolve: (historyId: number | null) => void;
}

/** The records that wait to be written, and the batch of them that is being written. */
export class RecordQueue {
  #waiting: WaitingRecord[] = [];
  #batch: WaitingRecord[] = [];
  /** Of the waiting records and of the batch. */
  #heldCharacters = 0;

  /** How many records wait for a batch. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many records wait for the database, those of the batch included. */
  get size(): number {
    return this.#batch.length + this.#waiting.length;
  }

  /** Whether as many records wait as a batch takes. */
  get fillsBatch(): boolean {
    return this.#waiting.length >= batchRecords;
  }

  hasRoom(size: number): boolean {
    return this.#waiting.length < maxWaiting && this.#heldCharacters + size <= maxHeldCharacters;
  }

  add(item: WaitingRecord): void {
    this.#heldCharacters += item.size;
    this.#waiting.push(item);
  }

  /** Makes the oldest records the batch. */
  takeBatch(): readonly WaitingRecord[] {
    let count = 0;
    for (
      let size = 0;
      count < this.#waiting.length && count < batchRecords && size < batchCharacters;
      count++
    ) {
      size += this.#waiting[count]?.size ?? 0;
    }
    this.#batch = this.#waiting.splice(0, count);
    return this.#batch;
  }

  /** Drops the batch, which is written. */
  endBatch(): void {
    for (const { size } of this.#batch) {
      this.#heldCharacters -= size;
    }
    this.#batch = [];
  }

  /** Takes a record that the database refuses out of the batch, and returns null to its request. */
  drop(item: WaitingRecord): void {
    this.#heldCharacters -= item.size;
    this.#batch = this.#batch.filter((one) => one !== item);
    item.resolve(null);
  }

  /** Puts the batch, which could not be written, before the waiting records. */
  putBack(): void {
    this.#waiting = [...this.#batch, ...this.#waiting];
    this.#batch = [];
  }

  /** Returns null to requests that have waited since before a time. Their records stay in the queue. */
  giveUp(before: number): void {
    for (const item of [...this.#batch, ...this.#waiting]) {
      if (item.since < before) {
        item.resolve(null);
      }
    }
  }
}
