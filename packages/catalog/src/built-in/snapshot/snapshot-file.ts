import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createBrotliDecompress } from "node:zlib";
import type { CatalogApplication } from "../../application.ts";

/** One application of a snapshot. */
export interface SnapshotEntry {
  application: CatalogApplication;
  /** SVG; null when the application has none. */
  icon: string | null;
}

interface Header {
  format: typeof format;
  key: string;
}

/** The last line. A file without it was cut off. */
const end = "end";

/** Changes when an older server could not read the file. */
const format = 1;
/** About as small as the highest quality, in a tenth of the time. */
const quality = 5;

/**
 * Writes a snapshot: one line of JSON for the header and one for each application, compressed. The file appears whole or not at all.
 *
 * @param key the key of the sources that it was built from
 */
export async function writeSnapshot(
  file: string,
  key: string,
  entries: AsyncIterable<SnapshotEntry>,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  const compress = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  const written = pipeline(compress, createWriteStream(unfinished));
  // A failure is thrown below, after the loop has ended.
  written.catch(() => {});
  try {
    const header: Header = { format, key };
    compress.write(`${JSON.stringify(header)}\n`);
    for await (const entry of entries) {
      if (!compress.write(`${JSON.stringify(entry)}\n`)) {
        await Promise.race([once(compress, "drain"), written]);
      }
    }
    compress.end(`${JSON.stringify(end)}\n`);
    await written;
    await rename(unfinished, file);
  } catch (error) {
    compress.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Whether there is a snapshot of these sources. */
export async function isSnapshotOf(file: string, key: string): Promise<boolean> {
  try {
    for await (const line of readLines(file)) {
      const header = JSON.parse(line) as Partial<Header>;
      return header.format === format && header.key === key;
    }
  } catch {
    // Missing or damaged.
  }
  return false;
}

/** Reads a snapshot one application at a time. @throws Error when the file is damaged or was cut off */
export async function* readSnapshot(file: string): AsyncGenerator<SnapshotEntry> {
  let isHeader = true;
  for await (const line of readLines(file)) {
    const content: unknown = JSON.parse(line);
    if (content === end) {
      return;
    }
    if (!isHeader) {
      yield content as SnapshotEntry;
    }
    isHeader = false;
  }
  throw new Error(`The snapshot ${file} is not complete.`);
}

/** `readline` is slow with lines of many megabytes. */
async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const decompress = createBrotliDecompress();
  source.on("error", (error) => decompress.destroy(error));
  source.pipe(decompress);
  let parts: Buffer[] = [];
  try {
    for await (const chunk of decompress as AsyncIterable<Buffer>) {
      let rest = chunk;
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        parts.push(rest.subarray(0, end));
        yield Buffer.concat(parts).toString("utf8");
        parts = [];
        rest = rest.subarray(end + 1);
      }
      parts.push(rest);
    }
  } finally {
    source.destroy();
    decompress.destroy();
  }
}
