const blockBytes = 65_536;
const empty = Buffer.alloc(0);

/**
 * Collects the bytes of a body as they arrive. A sender may send single bytes, and a chunk that is kept takes up to 400 bytes of memory.
 * So only the first one is kept as it is, which is mostly the whole body. Further ones are copied together.
 */
export class CollectedBytes {
  #first: Buffer | null = null;
  #blocks: Buffer[] | null = null;
  #last = empty;
  #usedOfLast = 0;
  #size = 0;

  get sizeBytes(): number {
    return this.#size;
  }

  add(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#first === null) {
      this.#first = chunk;
      return;
    }
    for (let copied = 0; copied < chunk.length; ) {
      if (this.#usedOfLast === this.#last.length) {
        this.#addBlock();
      }
      const added = chunk.copy(this.#last, this.#usedOfLast, copied);
      this.#usedOfLast += added;
      copied += added;
    }
  }

  /** Returns all bytes. */
  join(): Buffer {
    const first = this.#first ?? empty;
    return this.#blocks === null ? first : Buffer.concat([first, ...this.#blocks], this.#size);
  }

  #addBlock(): void {
    this.#last = Buffer.allocUnsafeSlow(blockBytes);
    this.#usedOfLast = 0;
    this.#blocks ??= [];
    this.#blocks.push(this.#last);
  }
}
