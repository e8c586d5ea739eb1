import { execFile } from "node:child_process";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pacote from "pacote";
import { Parser } from "tar";
import { type RealDocument, realDocuments } from "./real-documents.ts";

/**
 * Returns the text of a document in `realDocuments`. The first call downloads its npm package and keeps the text in
 * `.cache/descriptions` of the checkout. Rejects when the text is not there and the npm registry cannot be reached.
 */
export async function loadRealDocument(name: string): Promise<string> {
  const document = realDocuments.find((candidate) => candidate.name === name);
  if (!document) {
    throw new Error(`There is no real document called ${name}.`);
  }
  return (await readKept(document)) ?? (await download(document));
}

function keptAt({ name, version, file }: RealDocument): string {
  const folder = fileURLToPath(new URL("../../../.cache/descriptions/", import.meta.url));
  return join(folder, `${name}@${version}${extname(file)}`);
}

async function readKept(document: RealDocument): Promise<string | null> {
  return readFile(keptAt(document), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return null;
    }
    throw error;
  });
}

/** Keeps all documents of the package at once, because some packages are big and hold many. */
async function download(wanted: RealDocument): Promise<string> {
  const siblings = realDocuments.filter(
    ({ package: name, version }) => name === wanted.package && version === wanted.version,
  );
  const texts = await readPackage(
    `${wanted.package}@${wanted.version}`,
    new Set(siblings.map(({ file }) => file)),
  );
  for (const sibling of siblings) {
    const text = texts.get(sibling.file);
    if (text !== undefined) {
      await keep(sibling, text);
    }
  }
  const text = texts.get(wanted.file);
  if (text === undefined) {
    throw new Error(`${wanted.package}@${wanted.version} holds no ${wanted.file}.`);
  }
  return text;
}

async function keep(document: RealDocument, text: string): Promise<void> {
  const path = keptAt(document);
  await mkdir(dirname(path), { recursive: true });
  // Tests run in parallel, so no test may find half a file.
  const unfinished = `${path}.${process.pid}.${performance.now()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}

async function readPackage(spec: string, files: ReadonlySet<string>): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const registry = await configuredRegistry();
  await pacote.tarball.stream(
    spec,
    async (stream) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const parser = new Parser({
        onReadEntry: (entry) => {
          const file = entry.path.replace(/^[^/]+\//, "");
          if (!files.has(file)) {
            return entry.resume();
          }
          const chunks: Buffer[] = [];
          entry.on("data", (chunk: Buffer) => chunks.push(chunk));
          entry.on("end", () => texts.set(file, Buffer.concat(chunks).toString("utf8")));
        },
      });
      parser.on("end", resolve);
      parser.on("error", reject);
      stream.on("error", reject);
      stream.pipe(parser);
      await promise;
    },
    registry === undefined ? {} : { registry },
  );
  return texts;
}

/** pacote does not read npm's own settings. */
async function configuredRegistry(): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)("npm", ["config", "get", "registry"]).catch(() => ({
    stdout: "",
  }));
  const registry = stdout.trim();
  return URL.canParse(registry) ? registry : undefined;
}
