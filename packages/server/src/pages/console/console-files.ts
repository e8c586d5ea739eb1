import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { acceptsEncoding } from "../accepts-encoding.ts";
import { GzippedFile } from "../gzipped-file.ts";

/** A file with a hash in its name. */
export interface ConsoleAsset {
  type: string;
  file: GzippedFile;
  /** With Brotli. */
  compressed: Uint8Array<ArrayBuffer>;
}

/** The built console, in memory. */
export interface ConsoleFiles {
  /** `index.html` with the placeholder of the nonce. */
  index: string;
  /** The files by name. Nothing else can be requested, so no path leads out of the folder. */
  assets: ReadonlyMap<string, ConsoleAsset>;
}

/** An encoding and the content in it; null: as it is. */
export interface EncodedContent {
  encoding: "br" | "gzip" | null;
  content: Uint8Array<ArrayBuffer>;
}

const types: Record<string, string> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Opens the folder of the built console. It is read at the first request, about 1.5 MB, and again when another build has taken its place.
 *
 * @returns a function that returns null while there is no build
 */
export function openConsoleFiles(folder: string): () => Promise<ConsoleFiles | null> {
  let version = "";
  let files: Promise<ConsoleFiles | null> = Promise.resolve(null);
  return async () => {
    const { ino, mtimeMs } = (await stat(join(folder, "index.html")).catch(() => null)) ?? {};
    const found = `${ino} ${mtimeMs}`;
    if (found !== version) {
      version = found;
      files = (ino === undefined ? Promise.resolve(null) : readConsoleFiles(folder)).catch(() => {
        // The folder is being replaced.
        version = "";
        return null;
      });
    }
    return files;
  };
}

async function readConsoleFiles(folder: string): Promise<ConsoleFiles> {
  const index = await readFile(join(folder, "index.html"), "utf8");
  const names = await readdir(join(folder, "assets"));
  const read = async (name: string) => new Uint8Array(await readFile(join(folder, "assets", name)));
  const assets = await Promise.all(
    names
      .filter((name) => names.includes(`${name}.br`) && names.includes(`${name}.gz`))
      .map(async (name): Promise<[string, ConsoleAsset]> => {
        const [compressed, gzipped] = await Promise.all([read(`${name}.br`), read(`${name}.gz`)]);
        const type = types[extname(name)] ?? "application/octet-stream";
        return [name, { type, compressed, file: new GzippedFile(gzipped) }];
      }),
  );
  return { index, assets: new Map(assets) };
}

/** Chooses the smallest content that a client takes. */
export function encodeAsset(
  { compressed, file }: ConsoleAsset,
  acceptEncoding: string | undefined,
): EncodedContent {
  if (acceptsEncoding(acceptEncoding, "br")) {
    return { encoding: "br", content: compressed };
  }
  return acceptsEncoding(acceptEncoding, "gzip")
    ? { encoding: "gzip", content: file.gzipped }
    : { encoding: null, content: file.inflate() };
}
