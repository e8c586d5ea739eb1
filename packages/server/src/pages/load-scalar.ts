import { hash } from "node:crypto";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { gunzipSync } from "node:zlib";

/** The script of the reference, ready to be sent. */
export interface ScalarScript {
  gzipped: Uint8Array<ArrayBuffer>;
  /** Value of the attribute `integrity`. */
  integrity: string;
  /** Changes with the script, so that it may be kept for ever under a name that holds it. */
  version: string;
}

/** Reads Scalar's script out of its package, in a worker: 4 MB of it would hold other callers up and stay in memory. */
export async function loadScalar(): Promise<ScalarScript> {
  const worker = new Worker(new URL("./scalar-worker.ts", import.meta.url));
  const [sent] = (await once(worker, "message")) as [Uint8Array<ArrayBuffer>];
  const gzipped = new Uint8Array(sent);
  const digest = hash("sha256", gunzipSync(gzipped), "base64");
  return {
    gzipped,
    integrity: `sha256-${digest}`,
    version: Buffer.from(digest, "base64").toString("hex").slice(0, 16),
  };
}
