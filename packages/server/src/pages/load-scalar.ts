import { hash } from "node:crypto";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { GzippedFile } from "./gzipped-file.ts";

/** The script of the API reference, ready to be sent. */
export interface ScalarScript {
  file: GzippedFile;
  /** The value of the attribute `integrity`. */
  integrity: string;
  /** Changes with the script. It is part of the script's name, so browsers may cache the script forever. */
  version: string;
}

/** Reads Scalar's script from its package in a worker, since its 4 MB would delay other requests and stay in memory. */
export async function loadScalar(): Promise<ScalarScript> {
  const worker = new Worker(new URL("./scalar-worker.ts", import.meta.url));
  const [sent] = (await once(worker, "message")) as [Uint8Array<ArrayBuffer>];
  const gzipped = new Uint8Array(sent);
  const digest = hash("sha256", gunzipSync(gzipped), "base64");
  return {
    file: new GzippedFile(gzipped),
    integrity: `sha256-${digest}`,
    version: Buffer.from(digest, "base64").toString("hex").slice(0, 16),
  };
}
