import { LRUCache } from "lru-cache";
import type { HistoryBlock } from "../db/history-blocks.ts";

/** Companies whose block is kept; the ids left over of another one are never used. */
const maxBlocks = 10_000;

interface Numbered {
  company_id: number;
  /** 0 until it has one. */
  history_id: number;
}

/** Gives ids to records before they are written, out of blocks that this process took (decisions D84). */
export class HistoryIds {
  readonly #blocks = new LRUCache<number, HistoryBlock & { next: number }>({ max: maxBlocks });
  readonly #takeBlocks: (companyIds: number[]) => Promise<HistoryBlock[]>;

  constructor(takeBlocks: (companyIds: number[]) => Promise<HistoryBlock[]>) {
    this.#takeBlocks = takeBlocks;
  }

  /** Gives an id to each record that has none; asks the database once for all companies whose block is used up. */
  async assign(records: readonly Numbered[]): Promise<void> {
    for (let lacking = this.#assignHeld(records); lacking.length > 0; lacking = this.#assignHeld(records)) {
      for (const block of await this.#takeBlocks(lacking)) {
        this.#blocks.set(block.companyId, { ...block, next: block.first });
      }
    }
  }

  /** Gives up what is left of a company's block, since another process used ids of it. */
  forget(companyId: number): void {
    this.#blocks.delete(companyId);
  }

  /** @returns the companies that need a new block */
  #assignHeld(records: readonly Numbered[]): number[] {
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

  /** 0 when nothing is left. */
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
