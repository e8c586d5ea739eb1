import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createBrotliDecompress } from "node:zlib";
import type { CatalogApplication } from "../../application.ts";
import { nameUnfinished } from "../../unfinished-file.ts";

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
  const unfinished = nameUnfinished(file);
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

/** A snapshot was cut off or changed, or it was built from other sources. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError";
}

/** Whether there is a snapshot of these sources. It may still be cut off. */
export async function isSnapshotOf(file: string, key: string): Promise<boolean> {
  try {
    for await (const line of readLines(file)) {
      return isHeaderOf(JSON.parse(line), key);
    }
  } catch {
    // Missing or damaged.
  }
  return false;
}

/**
 * Reads a snapshot one application at a time. The file may be replaced meanwhile: what was opened is read to its end.
 *
 * @throws SnapshotError when the file cannot be read, was built from other sources, or was cut off
 */
export async function* readSnapshot(file: string, key: string): AsyncGenerator<SnapshotEntry> {
  const lines = readLines(file);
  try {
    for (let isHeader = true; ; isHeader = false) {
      const { value: line, done } = await lines.next().catch((error: Error) => {
        throw new SnapshotError(`The snapshot ${file} cannot be read: ${error.message}`);
      });
      if (done) {
        throw new SnapshotError(`The snapshot ${file} is not complete.`);
      }
      if (isHeader) {
        checkHeader(file, parseLine(file, line), key);
        continue;
      }
      const content = parseLine(file, line);
      if (content === end) {
        return;
      }
      yield content as SnapshotEntry;
    }
  } finally {
    await lines.return(undefined);
  }
}

function isHeaderOf(content: unknown, key: string): boolean {
  const header = content as Partial<Header> | null;
  return header?.format === format && header.key === key;
}

function checkHeader(file: string, content: unknown, key: string): void {
  if (!isHeaderOf(content, key)) {
    throw new SnapshotError(`The snapshot ${file} was built from other sources.`);
  }
}

function parseLine(file: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new SnapshotError(`The snapshot ${file} is damaged.`);
  }
}

/** `readline` is slow with lines of many megabytes. */
async function* readLines(file: string): AsyncGenerator<string, undefined> {
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
