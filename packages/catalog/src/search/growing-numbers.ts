/** A list of unsigned 32-bit integers that takes four bytes each. An array of numbers takes at least eight. */
export class GrowingNumbers {
  #values = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** Returns a view of the pushed numbers, valid until the next push. */
  values(): Uint32Array {
    return this.#values.subarray(0, this.#length);
  }
}
