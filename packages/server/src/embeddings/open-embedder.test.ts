import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Logger } from "../log/logger.ts";
import { openEmbedder } from "./open-embedder.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-embedder-"));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

test("a search without a model has it installed, and does not wait for it", async () => {
  vi.stubEnv("npm_config_registry", "http://127.0.0.1:9/");
  vi.stubEnv("npm_config_fetch_retries", "0");
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (_fields: object, text: string) => warnings.push(text) };
  const embedder = await openEmbedder(folder, log as unknown as Logger);
  expect(await embedder.embedQuery("a search")).toBeNull();
  await expect
    .poll(() => warnings)
    .toEqual(["the model for hybrid search could not be installed; it is tried again later"]);
  expect(await embedder.embedQuery("another search")).toBeNull();
  await embedder.close();
  expect(warnings).toHaveLength(1);
}, 60_000);
