import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { GzippedFile } from "./gzipped-file.ts";

test("a file is inflated once, however many ask for it", () => {
  const file = new GzippedFile(new Uint8Array(gzipSync("content")));
  const plain = file.inflate();
  expect(Buffer.from(plain).toString()).toBe("content");
  expect(file.inflate()).toBe(plain);
});
