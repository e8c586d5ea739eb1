import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin, Rolldown } from "vite";

const sourceFolder = join(import.meta.dirname, "..", "src");

const place = "<!-- build/first-view.js -->";

/**
 * Puts a script into `index.html` that shows the words of the address's page, and asks for its files and the session's token at once.
 * Without it all this would wait for the scripts of the frame.
 */
export function prepareFirstView(): Plugin {
  let base = "";
  return {
    name: "prepare-first-view",
    apply: "build",
    configResolved: (config) => {
      base = config.base;
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => {
        const pages = listPages().map(({ path, module }) => ({
          path,
          words: readWords(module),
          needed: listFiles(bundle, module),
        }));
        const files = [...new Set(pages.flatMap(({ needed }) => needed))];
        const table = Object.fromEntries(
          pages.map(({ path, words, needed }) => [
            path,
            { ...words, files: needed.map((file) => files.indexOf(file)) },
          ]),
        );
        const script = readFileSync(join(import.meta.dirname, "first-view.js"), "utf8")
          .replace("__FILES__", JSON.stringify(files.map((file) => base + file)))
          .replace("__PAGES__", JSON.stringify(table).replaceAll("<", "\\u003c"));
        return html.replace(place, () => `<script>${script}</script>`);
      },
    },
  };
}

/** Reads the pages from the table of routes. In their paths, `$` stands for a parameter. */
function listPages(): { path: string; module: string }[] {
  const routes = readFileSync(join(sourceFolder, "routes.tsx"), "utf8");
  const pages = routes.matchAll(/\bpath: "([^"]+)"[\s\S]*?\bimport\("\.\/([^"]+)"\)/g);
  return [...pages].map(([, path = "", module = ""]) => ({ path: path.replace(/\$\w+/g, "$"), module }));
}

/**
 * Reads the words that a page shows without its data, from the first `<Page title="…" description="…" width="…">`. Those that come with
 * the data may stand before them, as in `title={name ?? "…"}`.
 */
function readWords(module: string): Record<string, string> {
  const source = readFileSync(join(sourceFolder, module), "utf8");
  const attributes =
    /<Page((?:\s+(?:title|description|width)=(?:\{[^{}"]*\?\? )?"[^"]*"\}?)+)/.exec(source)?.[1] ?? "";
  return Object.fromEntries(
    [...attributes.matchAll(/(\w+)=(?:\{[^{}"]*)?"([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
}

/** Lists the files that a page needs and the frame has not. */
function listFiles(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  const page = chunks.find(
    ({ facadeModuleId }) => facadeModuleId !== null && relative(sourceFolder, facadeModuleId) === module,
  );
  if (entry === undefined || page === undefined) {
    throw new Error(
      `The build has no file for ${module}. build/prepare-first-view.ts reads its name from routes.tsx.`,
    );
  }
  const collect = (chunk: Rolldown.OutputChunk, found: Set<Rolldown.OutputChunk>) => {
    if (!found.has(chunk)) {
      found.add(chunk);
      for (const imported of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) {
        collect(imported, found);
      }
    }
    return found;
  };
  const known = collect(entry, new Set());
  const needed = [...collect(page, new Set())].filter((chunk) => !known.has(chunk));
  const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  return [...needed.map(({ fileName }) => fileName), ...new Set(styles)];
}
