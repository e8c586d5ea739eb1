import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

/** A page on loopback that has React and one line of text: what any page of React costs on this machine at this moment. */
export interface BlankPage extends AsyncDisposable {
  url: string;
}

const index = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blank</title><link rel="icon" href="data:,">
<script type="module" src="/main.js"></script></head><body><div id="root"></div></body></html>`;

export async function startBlankPage(): Promise<BlankPage> {
  const script = brotliCompressSync(await buildScript());
  const page = brotliCompressSync(index);
  const server = createServer(({ url }, response) => {
    const isScript = url === "/main.js";
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript" : "text/html",
      "content-encoding": "br",
    });
    response.end(isScript ? script : page);
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

async function buildScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    // Vitest says "test", which would mean React's development version.
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, "blank-main.ts") },
    },
  });
  for (const file of "output" in built ? built.output : []) {
    if (file.type === "chunk") {
      return file.code;
    }
  }
  throw new Error("The blank page was not built.");
}
