import { hash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import { nameUnfinished } from "../../unfinished-file.ts";
import { fetchPackageFiles, type WantedPackage } from "./fetch-package-files.ts";
import { readNpmOptions } from "./read-npm-options.ts";

/** Gives the files of npm packages, from a folder or from the registry. */
export interface PackageFiles {
  /** Returns the wanted files' texts by path. */
  load(wanted: WantedPackage): Promise<Map<string, string>>;
}

/** The npm registry of npm's settings cannot be reached. */
export class RegistryUnreachableError extends Error {
  override readonly name = "RegistryUnreachableError";

  constructor(reason: string) {
    super(`The npm registry cannot be reached: ${reason}`);
  }
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/**
 * Keeps the needed files of packages in a folder, compressed, under a name made of the tarball's integrity. So a file is downloaded
 * once, and one of another version is never taken for it.
 *
 * @param folder made when it is missing
 */
export function openPackageFiles(folder: string, env: NodeJS.ProcessEnv, cwd: string): PackageFiles {
  let options: Promise<{ [option: string]: unknown }> | undefined;
  let unreachable: RegistryUnreachableError | undefined;
  let hasDownloaded = false;

  async function download(wanted: WantedPackage): Promise<Map<string, string>> {
    // Each package would take as long to fail.
    if (unreachable !== undefined) {
      throw unreachable;
    }
    try {
      options ??= readNpmOptions(env, cwd);
      const texts = await fetchPackageFiles(wanted, await options);
      hasDownloaded = true;
      return texts;
    } catch (error) {
      if (!hasDownloaded && isUnreachable(error)) {
        unreachable ??= new RegistryUnreachableError(error.message);
        throw unreachable;
      }
      throw error;
    }
  }

  return {
    async load(wanted) {
      const kept = await Promise.all(
        wanted.files.map(async (path) => [path, await readKept(keptAt(folder, wanted, path))] as const),
      );
      if (kept.every((entry): entry is [string, string] => entry[1] !== null)) {
        return new Map(kept);
      }
      const texts = await download(wanted);
      for (const [path, text] of texts) {
        await keep(keptAt(folder, wanted, path), text);
      }
      return texts;
    },
  };
}

/** What a registry that was reached says about one package. */
const registryErrorCode = /^(?:E4\d\d|ETARGET|ENOVERSIONS|EINTEGRITY)$/;

function isUnreachable(error: unknown): error is Error {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    !registryErrorCode.test(error.code)
  );
}

function keptAt(folder: string, { package: name, version, integrity }: WantedPackage, path: string): string {
  const digest = hash("sha256", `${integrity}\n${path}`, "hex").slice(0, 24);
  return join(folder, `${name.replace(/^@/, "").replace("/", "-")}-${version}-${digest}.br`);
}

async function readKept(file: string): Promise<string | null> {
  const content = await readFile(file).catch(() => null);
  // A file that is damaged is downloaded again.
  return (
    content &&
    (await decompress(content).then(
      (text) => text.toString("utf8"),
      () => null,
    ))
  );
}

async function keep(file: string, text: string): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true });
  const unfinished = nameUnfinished(file);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  await writeFile(unfinished, await compress(text, { params: quality }));
  await rename(unfinished, file);
}
