import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

const consoleRoot = join(import.meta.dirname, "..", "..");

/** A page on loopback that React draws one line on: what every React page costs in this browser, on this machine, at this moment. */
export interface BlankPage extends AsyncDisposable {
  url: string;
}

/** Builds the blank page with the console's own settings of Vite, and serves it as the console is served: from memory, with Brotli. */
export async function startBlankPage(): Promise<BlankPage> {
  // Beside the console, so that it finds the same React.
  const root = await mkdtemp(join(consoleRoot, "dist-blank-"));
  try {
    await writeFile(join(root, "index.html"), page);
    await writeFile(join(root, "main.js"), script);
    await build({
      configFile: join(consoleRoot, "vite.config.ts"),
      configLoader: "native",
      logLevel: "error",
      root,
      base: "/",
      build: { outDir: join(root, "out") },
    });
    return await serve(await readBuild(join(root, "out")));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>Blank</title><link rel="icon" href="data:," /></head><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`;
const script = `import { createElement } from "react";
import { createRoot } from "react-dom/client";
createRoot(document.getElementById("root")).render(createElement("h1", null, "One line of text on a page without anything else"));
`;

interface Build {
  index: string;
  assets: Map<string, Buffer>;
}

async function readBuild(folder: string): Promise<Build> {
  const names = await readdir(join(folder, "assets"));
  const read = async (name: string): Promise<[string, Buffer]> => [
    `/assets/${name}`,
    brotliCompressSync(await readFile(join(folder, "assets", name))),
  ];
  return {
    index: await readFile(join(folder, "index.html"), "utf8"),
    assets: new Map(await Promise.all(names.map(read))),
  };
}

async function serve({ index, assets }: Build): Promise<BlankPage> {
  const server = createServer((request, response) => {
    const asset = assets.get(request.url ?? "");
    if (asset === undefined) {
      const nonce = randomBytes(18).toString("base64");
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.setHeader("content-security-policy", `default-src 'self' data: 'nonce-${nonce}'`);
      response.end(index.replaceAll("__CSP_NONCE__", nonce));
    } else {
      response.setHeader("content-type", "text/javascript");
      response.setHeader("content-encoding", "br");
      response.end(asset);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
