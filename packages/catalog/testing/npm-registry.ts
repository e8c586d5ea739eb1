import { hash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { create } from "tar";

/** An npm registry on loopback, with packages made by the test. */
export interface TestRegistry {
  url: string;
  /** Environment in which npm's settings name this registry. */
  env: NodeJS.ProcessEnv;
  /** Paths that were requested, oldest first. */
  requests: string[];
  /** False: every request gets 503. */
  isUp: boolean;
  /** True: no request gets a response. */
  hangs: boolean;
  /** What every request gets, such as the page of a network where people sign in. */
  page: string | null;
  /** Publishes a version, or replaces it. Returns its integrity. */
  publish(name: string, version: string, files: Record<string, string>): Promise<string>;
  /** The same, with a tarball that is made already. */
  publishTarball(name: string, version: string, content: Buffer): Promise<string>;
  close(): Promise<void>;
}

/** Serves what pacote needs of a registry: the packument and the tarball. */
export async function openTestRegistry(): Promise<TestRegistry> {
  const tarballs = new Map<string, { name: string; version: string; content: Buffer; integrity: string }>();
  const registry: TestRegistry = {
    url: "",
    env: {},
    requests: [],
    isUp: true,
    hangs: false,
    page: null,
    publish: async (name, version, files) => registry.publishTarball(name, version, await packFiles(files)),
    async publishTarball(name, version, content) {
      const integrity = `sha512-${hash("sha512", content, "base64")}`;
      tarballs.set(`/${name}/-/${version}.tgz`, { name, version, content, integrity });
      return integrity;
    },
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    registry.requests.push(path);
    const found = tarballs.get(path);
    const versions = [...tarballs].filter(([, { name }]) => path === `/${name}`);
    if (registry.hangs) {
      return;
    }
    if (registry.page !== null) {
      response.writeHead(200, { "content-type": "text/html" }).end(registry.page);
    } else if (!registry.isUp) {
      response.writeHead(503).end();
    } else if (found !== undefined) {
      response.end(found.content);
    } else if (versions.length === 0) {
      response.writeHead(404).end("{}");
    } else {
      const entries = versions.map(([tarball, { name, version, integrity }]) => [
        version,
        { name, version, dist: { tarball: `${registry.url}${tarball}`, integrity } },
      ]);
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ name: path.slice(1), "dist-tags": {}, versions: Object.fromEntries(entries) }),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  registry.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  registry.env = { npm_config_registry: registry.url, npm_config_fetch_retries: "0" };
  return registry;
}

async function packFiles(files: Record<string, string>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "bowline-package-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, "package", path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of create({ cwd: folder, gzip: true }, ["package"])) {
      chunks.push(Buffer.from(chunk));
    }
    return Buffer.concat(chunks);
  } finally {
    await rm(folder, { recursive: true });
  }
}
