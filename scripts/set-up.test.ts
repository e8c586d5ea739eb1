import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = dirname(import.meta.dirname);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-set-up-"));
  const manifests = globSync(["packages/*/package.json", "{acceptance,bench}/package.json"], { cwd: root });
  for (const part of ["package.json", "package-lock.json", ".npmrc", "scripts", ...manifests]) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a script in the copy, where the registry cannot be reached. */
const run = (script: string) =>
  spawnSync(process.execPath, [join(folder, "scripts", script)], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      npm_config_cache: join(folder, "cache"),
      npm_config_registry: "http://127.0.0.1:9/",
    },
  });

test.each(["start.mjs", "build-sdk.mjs", "build-console.mjs"])(
  "%s fails at once with one sentence when the registry cannot be reached",
  (script) => {
    const began = Date.now();
    const { status, stdout, stderr } = run(script);
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.trim().split("\n")).toEqual([
      "Installing what package-lock.json names (npm ci) ...",
      expect.stringMatching(
        /^The npm registry http:\/\/127\.0\.0\.1:9\/ cannot be reached \(ECONNREFUSED\)\. Check the network/,
      ),
    ]);
    // npm by itself asks again after 10 and 60 seconds.
    expect(Date.now() - began).toBeLessThan(60_000);
  },
);

test("packages are added to a complete installation, and one that was interrupted begins anew", async () => {
  const installed = join(folder, "node_modules");
  await mkdir(installed);
  await writeFile(join(installed, ".package-lock.json"), JSON.stringify({ packages: {} }));
  expect(run("start.mjs").stderr).toContain("(npm install)");
  await writeFile(join(installed, ".adding-packages"), "");
  expect(run("start.mjs").stderr).toContain("(npm ci)");
});
