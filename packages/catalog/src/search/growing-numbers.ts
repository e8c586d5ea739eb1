/** A list of unsigned 32-bit integers at four bytes each (an array of numbers takes eight and more). */
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

  /** What was pushed; a view, good until the next push. */
  values(): Uint32Array {
    return this.#values.subarray(0, this.#length);
  }
}
