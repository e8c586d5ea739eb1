import pacote from "pacote";
import { unpackFiles } from "./unpack-files.ts";

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
  { package: name, version, integrity, files }: WantedPackage,
  options: { [option: string]: unknown },
): Promise<Map<string, string>> {
  const spec = `${name}@${version}`;
  const texts = await pacote.tarball.stream(spec, (stream) => unpackFiles(stream, spec, files), {
    ...options,
    integrity,
  });
  const missing = files.filter((path) => !texts.has(path));
  if (missing.length > 0) {
    throw new Error(`The package ${spec} has no file ${missing.join(", ")}.`);
  }
  return texts;
}
