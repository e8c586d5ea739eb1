import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPipe, writeAsTaken } from "./write-as-taken.ts";

const line = `${"a".repeat(999)}\n`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bowline-pipe-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes a pipe whose reader reads only when it is told to. */
function makePipe(name: string) {
  const path = join(folder, name);
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  const bytes = Buffer.alloc(1024 * 1024);
  const readNow = (): string => {
    try {
      return bytes.toString("latin1", 0, readSync(reader, bytes));
    } catch {
      return ""; // empty
    }
  };
  return { path, writer, readNow, close: () => [reader, writer].forEach(closeSync) };
}

test.skipIf(process.platform !== "linux")(
  "lines for a pipe that nobody reads wait, up to a limit, and arrive in order once somebody does",
  async () => {
    const { writer, readNow, close } = makePipe("slow");
    const opened = openPipe(writer) ?? -1;
    const dropped: number[] = [];
    const output = writeAsTaken(opened, (lines) => {
      dropped.push(lines);
      output.write("told\n");
    });
    output.write("first\n");
    for (let count = 0; count < 2000; count++) {
      output.write(line);
    }
    const begin = performance.now();
    output.flushSync();
    expect(performance.now() - begin).toBeLessThan(10_000);
    expect(dropped).toEqual([]);
    let read = "";
    await expect
      .poll(() => {
        read += readNow();
        return read.endsWith("told\n");
      })
      .toBe(true);
    const lines = read.split("\n").slice(0, -1);
    expect(lines[0]).toBe("first");
    expect(lines.slice(1, -1).every((one) => one === line.trim())).toBe(true);
    // Those in the pipe, and the megabyte that waited.
    expect(lines.length - 2).toBeGreaterThan(1000);
    expect(dropped).toEqual([2000 - (lines.length - 2)]);
    closeSync(opened);
    close();
  },
);

test.skipIf(process.platform !== "linux")(
  "lines for a full disk wait, up to a limit, and are written in order once there is room",
  async () => {
    const fd = openSync("/dev/full", "w");
    const dropped: number[] = [];
    const output = writeAsTaken(fd, (lines) => dropped.push(lines));
    output.write("first\n");
    for (let count = 0; count < 2000; count++) {
      output.write(line);
    }
    const path = join(folder, "roomy");
    closeSync(fd);
    // A new file gets the lowest number that is free.
    const roomy = openSync(path, "w");
    expect(roomy).toBe(fd);
    await expect.poll(() => dropped.length).toBe(1);
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    expect(lines[0]).toBe("first");
    expect(lines.slice(1).every((one) => one === line.trim())).toBe(true);
    expect(lines.length - 1).toBeGreaterThan(1000);
    expect(dropped).toEqual([2000 - (lines.length - 1)]);
    closeSync(fd);
  },
);

test.skipIf(process.platform !== "linux")(
  "a program whose log nobody reads goes on, and ends when it wants to",
  async () => {
    const { path, writer, close } = makePipe("stuck");
    const program = `
      import { createLogger } from ${JSON.stringify(import.meta.resolve("./logger.ts"))};
      import { writeFileSync } from "node:fs";
      const log = createLogger({ level: "info", isTerminal: false });
      for (let count = 0; count < 5000; count++) log.info({ count }, "something with some words");
      writeFileSync(${JSON.stringify(`${path}.done`)}, "went on");`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", writer, "inherit"],
    });
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(readFileSync(`${path}.done`, "utf8")).toBe("went on");
    close();
  },
);

test("what is no pipe is not opened again", () => {
  const file = openSync(join(folder, "file"), "w");
  expect(openPipe(file)).toBeNull();
  closeSync(file);
});
