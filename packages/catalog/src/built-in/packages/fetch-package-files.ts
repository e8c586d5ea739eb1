import pacote from "pacote";
import { Parser } from "tar";

/** A version of a package, and the files wanted from it. */
export interface WantedPackage {
  package: string;
  version: string;
  integrity: string;
  /** Paths inside the package. */
  files: readonly string[];
}

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
 * Reads files from a package's tarball while it is downloaded. Nothing is written to the disk. The texts are returned only after the
 * whole tarball had the right integrity.
 *
 * @param options for pacote, as npm's settings give them
 * @returns texts by path
 * @throws Error when the registry cannot be reached, the integrity is wrong, or a file is not in the package
 */
export async function fetchPackageFiles(
  wanted: WantedPackage,
  options: { [option: string]: unknown },
): Promise<Map<string, string>> {
  const spec = `${wanted.package}@${wanted.version}`;
  const texts = new Map<string, string>();
  await pacote.tarball.stream(
    spec,
    async (stream) => {
      texts.clear();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let packageBytes = 0;
      const parser = new Parser({
        onReadEntry(entry) {
          // The first folder is usually called `package`. A link is no file, wherever it leads.
          const path = entry.path.replace(/^[^/]+\//, "");
          const isWanted = entry.type === "File" && wanted.files.includes(path);
          const chunks: Buffer[] = [];
          let fileBytes = 0;
          // The integrity is known to be right only at the end, so a package that unpacks to too much is refused before.
          entry.on("data", (chunk: Buffer) => {
            packageBytes += chunk.length;
            fileBytes += isWanted ? chunk.length : 0;
            if (packageBytes > maxPackageBytes || fileBytes > maxFileBytes) {
              reject(new Error(`The package ${spec} is too large when it is unpacked.`));
            } else if (isWanted) {
              chunks.push(chunk);
            }
          });
          entry.on("end", () => {
            if (isWanted) {
              texts.set(path, Buffer.concat(chunks).toString("utf8"));
            }
          });
        },
      });
      const watch = setTimeout(() => reject(new DownloadStalledError(spec)), maxSilenceMs);
      stream.on("data", () => watch.refresh());
      parser.on("end", resolve);
      // Its codes say nothing about the registry.
      parser.on("error", ({ message }) =>
        reject(new Error(`The package ${spec} cannot be unpacked: ${message}.`)),
      );
      stream.on("error", reject);
      stream.pipe(parser);
      try {
        await promise;
      } catch (error) {
        stream.unpipe(parser);
        stream.destroy();
        throw error;
      } finally {
        clearTimeout(watch);
      }
    },
    { ...options, integrity: wanted.integrity },
  );
  const missing = wanted.files.filter((path) => !texts.has(path));
  if (missing.length > 0) {
    throw new Error(`The package ${spec} has no file ${missing.join(", ")}.`);
  }
  return texts;
}
