import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findLowFileLimit } from "./find-low-file-limit.ts";

test("a low limit of open files is found", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bowline-limits-"));
  const path = join(folder, "limits");
  const read = async (limit: string) => {
    await writeFile(
      path,
      `Max core file size        0                    unlimited            bytes\nMax open files            ${limit.padEnd(20)} 524288               files\n`,
    );
    return findLowFileLimit(path);
  };
  expect(await read("256")).toBe(256);
  expect(await read("1024")).toBeNull();
  expect(await read("unlimited")).toBeNull();
  await rm(folder, { recursive: true });
  expect(await findLowFileLimit(path)).toBeNull();
});
