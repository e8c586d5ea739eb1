import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadOrCreateMasterKeyFile } from "./master-key-file.ts";

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-master-key-"));
  path = join(folder, "data", "master-key");
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe("loadOrCreateMasterKeyFile", () => {
  it("creates the file once, for its owner only, and reads the same key afterward", async () => {
    const made = await loadOrCreateMasterKeyFile(path);
    const read = await loadOrCreateMasterKeyFile(path);
    expect(read.current.id).toBe(made.current.id);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("returns the same key to all of many concurrent starts and leaves no other file", async () => {
    const starters = Array.from({ length: 20 }, () => loadOrCreateMasterKeyFile(path));
    const ids = (await Promise.all(starters)).map((keys) => keys.current.id);
    expect(new Set(ids).size).toBe(1);
    expect(await readdir(join(folder, "data"))).toEqual(["master-key"]);
  });

  it("reads several keys, as during a rotation", async () => {
    const old = await loadOrCreateMasterKeyFile(path);
    const next = randomBytes(32).toString("base64");
    await writeFile(path, `${next},${await readFile(path, "utf8")}`);
    const keys = await loadOrCreateMasterKeyFile(path);
    expect(keys.current.key.export().toString("base64")).toBe(next);
    expect([...keys.byId.keys()]).toContain(old.current.id);
  });

  it("names the file when its text is not a key, and neither shows nor replaces the text", async () => {
    await loadOrCreateMasterKeyFile(path);
    await writeFile(path, "no-key-at-all");
    const refusal = await loadOrCreateMasterKeyFile(path).catch(String);
    expect(refusal).toContain(path);
    expect(refusal).not.toContain("no-key-at-all");
    expect(await readFile(path, "utf8")).toBe("no-key-at-all");
  });

  it.skipIf(process.platform === "win32")("refuses a file that everybody may read", async () => {
    await loadOrCreateMasterKeyFile(path);
    await chmod(path, 0o644);
    await expect(loadOrCreateMasterKeyFile(path)).rejects.toThrow(`chmod 600 ${path}`);
    await chmod(path, 0o660);
    await expect(loadOrCreateMasterKeyFile(path)).resolves.toBeDefined();
  });

  it.skipIf(process.platform === "win32")("quotes a path with spaces in the command", async () => {
    const spaced = join(dirname(path), "two words");
    await loadOrCreateMasterKeyFile(spaced);
    await chmod(spaced, 0o644);
    await expect(loadOrCreateMasterKeyFile(spaced)).rejects.toThrow(`chmod 600 '${spaced}'`);
  });

  it("says what to do about a file that cannot be read", async () => {
    await mkdir(path, { recursive: true });
    await expect(loadOrCreateMasterKeyFile(path)).rejects.toThrow(
      `The master key's file ${path} is a folder, not a file. It must be a file that the user of the server may read`,
    );
  });

  it.skipIf(process.platform === "win32")("says that another user's file may not be read", async () => {
    await loadOrCreateMasterKeyFile(path);
    await chmod(path, 0o000);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) {
      // Root may read every file.
      process.seteuid?.("nobody");
    }
    try {
      await expect(loadOrCreateMasterKeyFile(path)).rejects.toThrow(
        "may not be read by the user of the server",
      );
    } finally {
      if (isRoot) {
        process.seteuid?.(0);
      }
    }
  });
});
