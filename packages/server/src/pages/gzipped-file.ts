import { gunzipSync } from "node:zlib";

/** A file in memory that most clients take compressed. */
export class GzippedFile {
  readonly gzipped: Uint8Array<ArrayBuffer>;
  #plain: Uint8Array<ArrayBuffer> | undefined;

  constructor(gzipped: Uint8Array<ArrayBuffer>) {
    this.gzipped = gzipped;
  }

  /** Inflates it once: one connection can ask for it a thousand times at once, and nothing else would be served meanwhile. */
  inflate(): Uint8Array<ArrayBuffer> {
    this.#plain ??= new Uint8Array(gunzipSync(this.gzipped));
    return this.#plain;
  }
}
