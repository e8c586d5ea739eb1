import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deployment } from "../support/deployment.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import { startServerOnDatabase } from "../support/shared-database.ts";
import type { StartedServer } from "../support/start-server.ts";

const html = { accept: "text/html", "accept-encoding": "identity" };

describeOwnServer("the console", () => {
  let folder: string;
  let settings: Record<string, string>;
  let servers: StartedServer[];
  const lock = () => join(folder, "dist-build", "lock");
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "bowline-console-"));
    settings = { BOWLINE_CONSOLE: "on", BOWLINE_CONSOLE_DIR: join(folder, "dist") };
    // Held by a living process: until this is gone, no build begins.
    await mkdir(join(folder, "dist-build"));
    await writeFile(lock(), String(process.pid));
    servers = await Promise.all([startServerOnDatabase(settings), startServerOnDatabase(settings)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    await rm(folder, { recursive: true });
  });

  test(
    "is not waited for by servers that are ready while it cannot be built",
    proves("console.built"),
    async () => {
      for (const { baseUrl, adminApiKey } of servers) {
        expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
        const whoami = await fetch(`${baseUrl}/v1/auth/whoami`, { headers: { "x-api-key": adminApiKey } });
        expect(whoami.status).toBe(200);
        const response = await fetch(`${baseUrl}/console/`, { headers: html });
        expect(response.status).toBe(503);
        expect(await response.text()).toContain("is being built");
        expect(response.headers.get("refresh")).toBe("2");
      }
    },
  );

  test(
    "is built beside two servers that start at once",
    proves("console.built", "console.two-starts"),
    async () => {
      await rm(lock());
      for (const { baseUrl, readLog } of servers) {
        await expect
          .poll(async () => (await fetch(`${baseUrl}/console/`, { headers: html })).status)
          .toBe(200);
        expect(readLog()).not.toMatch(/vite|chunk|modules transformed/i);
      }
      await expect.poll(() => readdir(join(folder, "dist-build"))).toEqual([]);
    },
  );

  test("is one page with a strict policy", proves("console.page"), async () => {
    const [{ baseUrl }] = servers as [StartedServer];
    const nonces = new Set<string>();
    for (const path of ["/console/", "/console/tools/some_tool", "/console/nowhere/at/all"]) {
      const { status, headers } = await fetch(baseUrl + path, { headers: html });
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).not.toContain("unsafe");
      nonces.add(/script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? "");
    }
    expect(nonces.size).toBe(3);
  });

  test("has files that are cached forever", proves("console.files"), async () => {
    const [{ baseUrl }] = servers as [StartedServer];
    const page = await (await fetch(`${baseUrl}/console/`)).text();
    const [path = ""] = /\/console\/assets\/[\w-]+\.js/.exec(page) ?? [];
    const lengths = await Promise.all(
      ["br", "gzip", "identity"].map(async (encoding) => {
        const response = await fetch(baseUrl + path, { headers: { "accept-encoding": encoding } });
        expect(response.status).toBe(200);
        expect(response.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
        expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        expect(response.headers.get("x-content-type-options")).toBe("nosniff");
        return (await response.text()).length;
      }),
    );
    expect(new Set(lengths).size).toBe(1);
    for (const missing of ["/console/assets/old-abc.js", "/console/.stamp", "/console/index.html"]) {
      expect((await fetch(baseUrl + missing)).status).toBe(404);
    }
  });

  test("is where GET / leads", proves("start-page.console"), async () => {
    const [{ baseUrl }] = servers as [StartedServer];
    const response = await fetch(baseUrl, { headers: html, redirect: "manual" });
    expect(response.headers.get("location")).toBe("/console/");
    expect(await (await fetch(baseUrl)).json()).toMatchObject({ console: "/console/", reference: "/docs" });
  });

  test("can be off", proves("console.off"), async () => {
    // As the suite's other servers have it.
    expect((await fetch(`${deployment().baseUrl}/console/`)).status).toBe(404);
  });

  test("that cannot be built leaves the server whole", proves("console.failed"), async () => {
    await using server = await startServerOnDatabase({
      ...settings,
      BOWLINE_CONSOLE_DIR: join(folder, "broken", "dist"),
      // The bundler's native part is looked for there.
      NAPI_RS_NATIVE_LIBRARY_PATH: join(folder, "nothing.node"),
    });
    const readPage = async () => (await fetch(`${server.baseUrl}/console/`, { headers: html })).text();
    await expect.poll(readPage).toContain("could not be built");
    expect(await readPage()).toMatch(/native binding/i);
    expect((await fetch(`${server.baseUrl}/health/ready`)).status).toBe(200);
  });
});
