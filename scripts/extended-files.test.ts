import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { extendedFiles, listLeftOut } from "../acceptance/support/extended-files.ts";

test("each extended file exists", () => {
  const root = join(import.meta.dirname, "..");
  expect(extendedFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("each extended file runs in one shard, and in a run without shards", () => {
  const shards = ["1/3", "2/3", "3/3"].map((shard) => new Set(listLeftOut(shard)));
  for (const file of extendedFiles) {
    expect(shards.filter((leftOut) => leftOut.has(file))).toHaveLength(2);
  }
  expect(listLeftOut(undefined)).toEqual([]);
});

test("the shards are about as large as each other", () => {
  const left = ["1/3", "2/3", "3/3"].map((shard) => listLeftOut(shard).length);
  expect(Math.max(...left) - Math.min(...left)).toBeLessThanOrEqual(1);
});

test("the acceptance suite leaves out its own files, named from its folder", () => {
  const leftOut = listLeftOut("1/3", "acceptance/");
  expect(leftOut).not.toEqual([]);
  expect(listLeftOut("1/3")).toEqual(expect.arrayContaining(leftOut.map((file) => `acceptance/${file}`)));
});

test.each(["0/3", "4/3", "2", "", "1/2/3", "a/b"])("a shard %j is refused", (shard) => {
  expect(() => listLeftOut(shard)).toThrow("EXTENDED_SHARD");
});
