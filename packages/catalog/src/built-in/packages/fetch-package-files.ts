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
      const parser = new Parser({
        onReadEntry(entry) {
          // The first folder is usually called `package`.
          const path = entry.path.replace(/^[^/]+\//, "");
          if (!wanted.files.includes(path)) {
            return entry.resume();
          }
          const chunks: Buffer[] = [];
          entry.on("data", (chunk: Buffer) => chunks.push(chunk));
          entry.on("end", () => texts.set(path, Buffer.concat(chunks).toString("utf8")));
        },
      });
      parser.on("end", resolve);
      parser.on("error", reject);
      stream.on("error", reject);
      stream.pipe(parser);
      await promise;
    },
    { ...options, integrity: wanted.integrity },
  );
  const missing = wanted.files.filter((path) => !texts.has(path));
  if (missing.length > 0) {
    throw new Error(`The package ${spec} has no file ${missing.join(", ")}.`);
  }
  return texts;
}
