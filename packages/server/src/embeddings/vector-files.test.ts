import { hash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVectorFiles } from "./vector-files.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-vectors-"));
});
afterAll(() => rm(folder, { recursive: true }));

const vectors = new Map([
  [hash("sha256", "one"), Int8Array.from([1, -2, 3])],
  [hash("sha256", "two"), Int8Array.from([-127, 127, 0])],
]);

test("vectors come back as they were written, and only for their application and model", async () => {
  const files = openVectorFiles(folder, "letters/1");
  await files.write("github", vectors);
  expect(await files.read("github")).toEqual(vectors);
  expect(await files.read("slack")).toEqual(new Map());
  expect(await openVectorFiles(folder, "letters/2").read("github")).toEqual(new Map());
  expect(await readdir(join(folder, "embeddings", "letters-1"))).toEqual(["github.bin"]);
});

test("a file that is damaged holds nothing, and is replaced", async () => {
  const files = openVectorFiles(folder, "letters/1");
  await files.write("github", vectors);
  const path = join(folder, "embeddings", "letters-1", "github.bin");
  await writeFile(path, (await readFile(path)).subarray(0, -1));
  expect(await files.read("github")).toEqual(new Map());
  await writeFile(path, "something else");
  expect(await files.read("github")).toEqual(new Map());
  await files.write("github", vectors);
  expect(await files.read("github")).toEqual(vectors);
});

test("an application without tools has an empty file", async () => {
  const files = openVectorFiles(folder, "letters/1");
  await files.write("empty", new Map());
  expect(await files.read("empty")).toEqual(new Map());
});
