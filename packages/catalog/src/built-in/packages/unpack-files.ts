import type { Readable } from "node:stream";
import { Parser, type ReadEntry } from "tar";

/** Has a code, as errors of the network have. */
class DownloadStalledError extends Error {
  readonly code = "ESTALLED";

  constructor(spec: string) {
    super(`the download of ${spec} stopped`);
  }
}

/** The largest file of today's packages has 13 MB, and the largest package 60 MB. */
const maxFileBytes = 64 * 2 ** 20;
const maxPackageBytes = 512 * 2 ** 20;
/** A download that brings nothing for so long has stopped. */
const maxSilenceMs = 60_000;

/**
 * Reads files from a tarball while it arrives. A file that is not in it is left out.
 *
 * @param spec the package's name and version, for messages
 * @param files paths inside the package
 * @returns texts by path
 * @throws Error when the tarball does not arrive, cannot be unpacked or is too large
 */
export async function unpackFiles(
  stream: Readable,
  spec: string,
  files: readonly string[],
): Promise<Map<string, string>> {
  const unpacking = new Unpacking(spec, files);
  const watch = setTimeout(() => unpacking.fail(new DownloadStalledError(spec)), maxSilenceMs);
  stream.on("data", () => watch.refresh());
  stream.on("error", (error) => unpacking.fail(error));
  stream.pipe(unpacking.parser);
  try {
    await unpacking.ended;
  } catch (error) {
    stream.unpipe(unpacking.parser);
    stream.destroy();
    throw error;
  } finally {
    clearTimeout(watch);
  }
  return unpacking.texts;
}

/** A tarball that is unpacked while it is written to `parser`. */
class Unpacking {
  readonly texts = new Map<string, string>();
  readonly parser: Parser;
  readonly #end = Promise.withResolvers<void>();
  readonly #spec: string;
  readonly #files: readonly string[];
  #packageBytes = 0;

  constructor(spec: string, files: readonly string[]) {
    this.#spec = spec;
    this.#files = files;
    this.parser = new Parser({ onReadEntry: (entry) => this.#readEntry(entry) });
    this.parser.on("end", this.#end.resolve);
    // Its codes say nothing about the registry.
    this.parser.on("error", ({ message }) =>
      this.fail(new Error(`The package ${spec} cannot be unpacked: ${message}.`)),
    );
  }

  /** Rejects with the first failure. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  fail(error: Error): void {
    this.#end.reject(error);
  }

  #readEntry(entry: ReadEntry): void {
    // The first folder is usually called `package`. A link is no file, wherever it leads.
    const path = entry.path.replace(/^[^/]+\//, "");
    const isWanted = entry.type === "File" && this.#files.includes(path);
    const chunks: Buffer[] = [];
    let fileBytes = 0;
    // The integrity is known to be right only at the end, so a package that unpacks to too much is refused before.
    entry.on("data", (chunk: Buffer) => {
      this.#packageBytes += chunk.length;
      fileBytes += isWanted ? chunk.length : 0;
      if (this.#packageBytes > maxPackageBytes || fileBytes > maxFileBytes) {
        this.fail(new Error(`The package ${this.#spec} is too large when it is unpacked.`));
      } else if (isWanted) {
        chunks.push(chunk);
      }
    });
    entry.on("end", () => {
      if (isWanted) {
        this.texts.set(path, Buffer.concat(chunks).toString("utf8"));
      }
    });
  }
}
