import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { mountConsole } from "./console-page.ts";

const folder = await mkdtemp(join(tmpdir(), "bowline-console-"));
const consoleDir = join(folder, "dist");
const script = "export const place = 'the console';\n";
let app: Hono;

beforeEach(async () => {
  await rm(consoleDir, { recursive: true, force: true });
  await rm(`${consoleDir}-build`, { recursive: true, force: true });
  await writeBuild(consoleDir, "first");
  app = mount("http://localhost:4400");
});
afterAll(() => rm(folder, { recursive: true }));

function mount(baseUrl: string): Hono {
  const mounted = new Hono();
  mountConsole(mounted, { baseUrl, consoleDir });
  return mounted;
}

async function writeBuild(target: string, title: string): Promise<void> {
  const assets = join(target, "assets");
  await mkdir(assets, { recursive: true });
  await writeFile(join(folder, "secret.js"), "secret");
  await writeFile(join(assets, "index-abc.js"), script);
  await writeFile(join(assets, "index-abc.js.br"), brotliCompressSync(script));
  await writeFile(join(assets, "index-abc.js.gz"), gzipSync(script));
  await writeFile(
    join(target, "index.html"),
    `<title>${title}</title><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" src="/console/assets/index-abc.js" nonce="__CSP_NONCE__"></script>`,
  );
}

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  app.request(`http://localhost:4400${path}`, { method, headers: { host: "localhost:4400", ...headers } });

describe("the page", () => {
  test.each(["/console/", "/console/tools", "/console/tools/github_issues_create?tab=run"])(
    "is served at %s",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toMatch(/^text\/html/);
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(await response.text()).toContain("<title>first</title>");
    },
  );

  test("has a new nonce for each request, in its policy and its elements", async () => {
    const nonces = new Set<string>();
    for (let count = 0; count < 3; count++) {
      const response = await get("/console/");
      const policy = response.headers.get("content-security-policy") ?? "";
      const [, nonce = ""] = /script-src 'self' 'nonce-([^']{24})'/.exec(policy) ?? [];
      expect(policy).toBe(
        `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'none'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      );
      const text = await response.text();
      expect(text.split(`nonce="${nonce}"`)).toHaveLength(3);
      expect(text).not.toContain("__CSP_NONCE__");
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test("is found from /console, with the query", async () => {
    const response = await get("/console?connected=1");
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/console/?connected=1");
  });

  test("has no content for HEAD", async () => {
    const response = await get("/console/tools", {}, "HEAD");
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });

  test("names its files below the path of the public address", async () => {
    app = mount("https://tools.example/gate");
    const response = await get("/console/", { host: "tools.example" });
    expect(await response.text()).toContain('src="/gate/console/assets/index-abc.js"');
    expect((await get("/console", { host: "tools.example" })).headers.get("location")).toBe("/gate/console/");
  });

  test("is refused at a foreign name", async () => {
    expect((await get("/console/", { host: "rebound.example" })).status).toBe(400);
  });

  test("changes when another build takes its place", async () => {
    expect(await (await get("/console/")).text()).toContain("first");
    await writeBuild(join(folder, "new"), "second");
    await rename(consoleDir, join(folder, "old"));
    await rename(join(folder, "new"), consoleDir);
    expect(await (await get("/console/")).text()).toContain("second");
    await rm(join(folder, "old"), { recursive: true });
  });
});

describe("a file", () => {
  test.each([
    ["br, gzip", "br"],
    ["gzip;q=1.0, deflate", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", null],
  ])("is cached forever; accept-encoding: %s gives %s", async (acceptEncoding, encoding) => {
    const response = await get("/console/assets/index-abc.js", { "accept-encoding": acceptEncoding });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("content-type")).toBe("text/javascript");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("vary")).toBe("accept-encoding");
    const content = Buffer.from(await response.arrayBuffer());
    const expected = { br: brotliCompressSync(script), gzip: gzipSync(script) };
    expect(
      content.equals(encoding === null ? Buffer.from(script) : expected[encoding as "br" | "gzip"]),
    ).toBe(true);
  });

  test.each([
    "/console/assets/index-old.js",
    "/console/assets/",
    "/console/assets/index-abc.js.br",
    "/console/assets/..%2findex.html",
    "/console/assets/%2e%2e%2f%2e%2e%2fsecret.js",
    "/console/assets/..%5c..%5csecret.js",
    "/console/index.html",
    "/console/.stamp",
    "/console/%2estamp",
    "/console/.vite/manifest.json",
  ])("%s is not found", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe("without a build", () => {
  beforeEach(() => rm(consoleDir, { recursive: true }));

  test("the page says how to build it", async () => {
    const response = await get("/console/tools");
    expect(response.status).toBe(503);
    expect(response.headers.get("refresh")).toBeNull();
    expect(await response.text()).toContain("build-console.mjs");
    expect((await get("/console/assets/index-abc.js")).status).toBe(404);
  });

  test("the page reloads itself during a build, until there is one", async () => {
    await mkdir(`${consoleDir}-build`);
    await writeFile(join(`${consoleDir}-build`, "lock"), String(process.pid));
    await writeFile(join(`${consoleDir}-build`, "failed"), "An earlier failure");
    const response = await get("/console/");
    expect(response.status).toBe(503);
    expect(response.headers.get("refresh")).toBe("2");
    expect(await response.text()).toContain("The console is being built");
    await writeBuild(consoleDir, "first");
    expect((await get("/console/")).status).toBe(200);
  });

  test("the page shows the message of a failed build, also when the build was killed", async () => {
    await mkdir(`${consoleDir}-build`);
    await writeFile(join(`${consoleDir}-build`, "lock"), "999999999");
    await writeFile(join(`${consoleDir}-build`, "failed"), "Could not resolve <x>");
    const response = await get("/console/");
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("Could not resolve &lt;x&gt;");
  });
});
