import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installModel } from "./install-model.ts";
import { locatePackage } from "./locate-package.ts";
import { modelPackages } from "./model-packages.ts";
import { makeUnfinishedFolder } from "./unfinished-folders.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-model-"));
  for (const wanted of Object.values(modelPackages)) {
    await mkdir(locatePackage(folder, wanted), { recursive: true });
  }
});
afterEach(() => rm(folder, { recursive: true }));

const listUnfinished = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith("unfinished-"));

test("what killed processes have left is deleted, and what a living process makes stays", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const living = `unfinished-${hostname()}-${process.ppid}-aaaaaa`;
  const names = [
    `unfinished-${hostname()}-${pid}-aaaaaa`,
    living,
    "unfinished-old",
    "unfinished-elsewhere-1-aaaaaa",
  ];
  await Promise.all(names.map((name) => mkdir(join(folder, name, "package"), { recursive: true })));
  await utimes(join(folder, "unfinished-old"), 0, 0);
  await installModel(folder, process.env, folder);
  expect((await listUnfinished()).sort()).toEqual([living, "unfinished-elsewhere-1-aaaaaa"].sort());
});

test("what this process has left before it was started again is deleted", async () => {
  await makeUnfinishedFolder(folder);
  await installModel(folder, process.env, folder);
  expect(await listUnfinished()).toEqual([]);
});
