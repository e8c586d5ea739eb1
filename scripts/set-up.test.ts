import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);

test.each(["start.mjs", "build-sdk.mjs", "build-console.mjs"])(
  "%s fails at once with one sentence when the registry cannot be reached",
  async (script) => {
    const folder = await mkdtemp(join(tmpdir(), "bowline-set-up-"));
    try {
      const manifests = globSync(["packages/*/package.json", "{acceptance,bench}/package.json"], {
        cwd: root,
      });
      for (const part of ["package.json", "package-lock.json", ".npmrc", "scripts", ...manifests]) {
        await cp(join(root, part), join(folder, part), { recursive: true });
      }
      const began = Date.now();
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, "scripts", script)], {
        cwd: folder,
        encoding: "utf8",
        env: {
          PATH: process.env.PATH,
          HOME: folder,
          npm_config_cache: join(folder, "cache"),
          npm_config_registry: "http://127.0.0.1:9/",
        },
      });
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
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
