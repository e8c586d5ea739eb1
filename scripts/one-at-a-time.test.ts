import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const script = join(import.meta.dirname, "one-at-a-time.mjs");
const { oneAtATime } = await import(script);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-one-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("processes act one after the other, and who waits says so once", async () => {
  const code = `import { oneAtATime } from ${JSON.stringify(script)};
    import { appendFileSync } from "node:fs";
    const log = (text) => appendFileSync(${JSON.stringify(join(folder, "log"))}, text);
    oneAtATime(${JSON.stringify(join(folder, "acting"))}, () => process.stdout.write("waits "), () => {
      log("(");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      log(")");
    });`;
  const outputs = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, ["--input-type=module", "--eval", code]);
      let output = "";
      child.stdout.on("data", (text) => {
        output += text;
      });
      expect(await once(child, "close")).toEqual([0, null]);
      return output;
    }),
  );
  expect(await readFile(join(folder, "log"), "utf8")).toBe("()()()");
  expect(outputs.filter((output) => output !== "" && output !== "waits ")).toEqual([]);
});

test("a process that was killed holds up nobody, and a failure neither", async () => {
  const path = join(folder, "acting");
  const ended = spawn(process.execPath, ["--eval", ""]);
  await once(ended, "close");
  await writeFile(path, String(ended.pid));
  const acted: string[] = [];
  const refuse = () => {
    throw new Error("It failed.");
  };
  expect(() => oneAtATime(path, () => acted.push("waits"), refuse)).toThrow("It failed.");
  oneAtATime(path, refuse, () => acted.push("acts"));
  expect(acted).toEqual(["waits", "acts"]);
});
