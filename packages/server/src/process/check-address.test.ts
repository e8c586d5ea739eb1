import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkAddress, explainAddress, findMissedBaseUrl } from "./check-address.ts";
import { explainFolder, explainFullDisk, prepareDataFolder } from "./prepare-data-folder.ts";

test("a free port passes and stays free; one in use is refused by its number", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await expect(checkAddress({ host: "127.0.0.1", port })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use. Stop the other program or set PORT to another one.`,
  );
  server.close();
  await once(server, "close");
  expect(await checkAddress({ host: "127.0.0.1", port })).toBe(port);
  expect(await checkAddress({ host: "127.0.0.1", port })).toBe(port);
});

test("port 0 becomes a free one, so that it can be told", async () => {
  expect(await checkAddress({ host: "127.0.0.1", port: 0 })).toBeGreaterThan(0);
});

test("an address of another machine is refused", async () => {
  await expect(checkAddress({ host: "192.0.2.1", port: 0 })).rejects.toThrow(
    /not an address of this machine/,
  );
});

test("a public address on localhost is missed by a server that listens elsewhere", () => {
  const baseUrl = "http://localhost:4400";
  expect(findMissedBaseUrl({ host: "192.0.2.7", port: 4400, baseUrl })).toBe("http://192.0.2.7:4400");
  expect(findMissedBaseUrl({ host: "2001:db8::7", port: 4400, baseUrl })).toBe("http://[2001:db8::7]:4400");
  expect(findMissedBaseUrl({ host: "0.0.0.0", port: 4400, baseUrl })).toBeNull();
  expect(
    findMissedBaseUrl({ host: "192.0.2.7", port: 4400, baseUrl: "https://tools.example.com" }),
  ).toBeNull();
});

const withCode = (code: string) => Object.assign(new Error(`${code}: raw`), { code });

test("a message says which setting to change, and never quotes the system's error", () => {
  for (const code of ["EADDRINUSE", "EACCES", "EADDRNOTAVAIL"]) {
    const { message } = explainAddress(withCode(code), { host: "127.0.0.1", port: 80 });
    expect(message).not.toContain("raw");
    expect(message).toMatch(/PORT|HOST/);
  }
  for (const code of ["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "ENOENT"]) {
    const { message } = explainFolder(withCode(code), "/data");
    expect(message).not.toContain("raw");
    expect(message).toContain("BOWLINE_DATA_DIR");
  }
});

test("a full disk is told in one sentence, whichever part of the start meets it", () => {
  const ofInitdb = new Error(
    'The embedded database could not be created:\nFATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.',
  );
  const ofServer = new Error(
    'The embedded database did not start. The end of its log:\nFATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device',
  );
  const ofLock = Object.assign(new Error("database or disk is full"), {
    code: "ERR_SQLITE_ERROR",
    errcode: 13,
  });
  for (const error of [ofInitdb, ofServer, ofLock, withCode("ENOSPC")]) {
    expect(explainFullDisk(error, "/data")).toHaveProperty(
      "message",
      "There is no space left for the data folder /data. Make room, or set BOWLINE_DATA_DIR to another one.",
    );
  }
  const other = new Error("The embedded database did not start.");
  expect(explainFullDisk(other, "/data")).toBe(other);
});

test("a data folder is created, and refused below a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bowline-folder-"));
  await prepareDataFolder(join(folder, "a", "b"));
  await prepareDataFolder(join(folder, "a", "b"));
  await writeFile(join(folder, "file"), "");
  await expect(prepareDataFolder(join(folder, "file", "x"))).rejects.toThrow(/not a folder/);
  await rm(folder, { recursive: true });
});

test.runIf(process.platform === "linux")(
  "a data folder below one that takes no folders is refused at once",
  async () => {
    await expect(prepareDataFolder("/proc/bowline/data")).rejects.toThrow(
      "no folder can be made there. Set BOWLINE_DATA_DIR",
    );
  },
);
