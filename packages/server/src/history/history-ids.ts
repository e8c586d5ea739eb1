import { LRUCache } from "lru-cache";
import type { HistoryBlock } from "../db/history/history-blocks.ts";

/** How many companies keep their block; the remaining ids of a dropped block are never used. */
const maxBlocks = 10_000;

interface Numbered {
  company_id: number;
  /** 0 until an id is assigned. */
  history_id: number;
}

/** Assigns ids to records before they are written, from blocks reserved for this process (decisions D84). */
export class HistoryIds {
  readonly #blocks = new LRUCache<number, HistoryBlock & { next: number }>({ max: maxBlocks });
  readonly #takeBlocks: (companyIds: number[]) => Promise<HistoryBlock[]>;

  constructor(takeBlocks: (companyIds: number[]) => Promise<HistoryBlock[]>) {
    this.#takeBlocks = takeBlocks;
  }

  /** Assigns an id to each record that has none. One query reserves new blocks for all companies that need one. */
  async assign(records: readonly Numbered[]): Promise<void> {
    for (
      let lacking = this.#assignFromBlocks(records);
      lacking.length > 0;
      lacking = this.#assignFromBlocks(records)
    ) {
      for (const block of await this.#takeBlocks(lacking)) {
        this.#blocks.set(block.companyId, { ...block, next: block.first });
      }
    }
  }

  /** Drops the rest of a company's block, after another process used ids of it. */
  forget(companyId: number): void {
    this.#blocks.delete(companyId);
  }

  /** @returns the companies that need a new block */
  #assignFromBlocks(records: readonly Numbered[]): number[] {
    const lacking = new Set<number>();
    for (const record of records) {
      if (record.history_id === 0) {
        record.history_id = this.#takeNext(record.company_id);
      }
      if (record.history_id === 0) {
        lacking.add(record.company_id);
      }
    }
    return [...lacking];
  }

  /** Returns 0 when no id is left. */
  #takeNext(companyId: number): number {
    const block = this.#blocks.get(companyId);
    if (block === undefined) {
      return 0;
    }
    while (block.used.has(block.next)) {
      block.next++;
    }
    return block.next <= block.last ? block.next++ : 0;
  }
}
