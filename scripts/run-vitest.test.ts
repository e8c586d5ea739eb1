import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

const projectRoot = join(import.meta.dirname, "..");
/** As `test.mjs` does it. */
const launcher = `
  import { constants } from "node:os";
  import { runProgram } from ${JSON.stringify(join(import.meta.dirname, "become-program.mjs"))};
  const { forwarded } = await runProgram(process.execPath, process.argv.slice(1), process.env);
  process.exit(128 + constants.signals[forwarded]);`;

let folder: string;
/** The temporary folders of the run are there. */
let temporary: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-run-"));
  temporary = join(folder, "temporary");
  await mkdir(temporary);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a run with a process that its tests share, and a test that starts another and never ends. */
async function startRun() {
  const files = [join(folder, "shared"), join(folder, "own")];
  await writeFile(
    join(folder, "start-process.mjs"),
    `import { spawn } from "node:child_process";
    import { renameSync, writeFileSync } from "node:fs";
    export function startProcess(file) {
      const child = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], { detached: true });
      writeFileSync(file + ".part", String(child.pid));
      renameSync(file + ".part", file);
      return child;
    }`,
  );
  await writeFile(
    join(folder, "shared.mjs"),
    `import { mkdtempSync, rmSync } from "node:fs";
    import { tmpdir } from "node:os";
    import { startProcess } from "./start-process.mjs";
    export function setup() {
      const folder = mkdtempSync(tmpdir() + "/bowline-");
      const child = startProcess(${JSON.stringify(files[0])});
      return () => {
        child.kill();
        rmSync(folder, { recursive: true });
      };
    }`,
  );
  await writeFile(
    join(folder, "endless.test.mjs"),
    `import { startProcess } from "./start-process.mjs";
    test("waits", async () => {
      startProcess(${JSON.stringify(files[1])});
      await new Promise(() => {});
    });`,
  );
  const settings = {
    root: folder,
    globals: true,
    include: ["endless.test.mjs"],
    isolate: false,
    testTimeout: 300_000,
    globalSetup: [join(folder, "shared.mjs")],
    setupFiles: [join(projectRoot, "acceptance/support/prepare-worker.ts")],
  };
  const config = join(folder, "vitest.config.mjs");
  await writeFile(config, `export default { test: ${JSON.stringify(settings)} };`);
  const program = [join(import.meta.dirname, "run-vitest.mjs"), join(folder, "counts.json"), config];
  const run = spawn(process.execPath, ["--input-type=module", "--eval", launcher, ...program], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: temporary },
    stdio: "ignore",
    detached: true,
  });
  const ended = once(run, "exit");
  await expect.poll(() => files.every((file) => existsSync(file)) || run.exitCode !== null).toBe(true);
  expect(run.exitCode).toBeNull();
  const processes = await Promise.all(files.map(async (file) => Number(await readFile(file, "utf8"))));
  expect(processes.filter(isAlive)).toEqual(processes);
  return { pid: run.pid ?? 0, ended, processes };
}

/** Waits for the end of what the run started, and for its folders to be gone. */
async function expectNothingLeft(processes: number[]): Promise<void> {
  await expect.poll(() => processes.filter(isAlive)).toEqual([]);
  await expect
    .poll(() => readdir(temporary).then((names) => names.filter((name) => name.startsWith("bowline-"))))
    .toEqual([]);
}

test("SIGHUP ends a run and all that it has started", async () => {
  const { pid, ended, processes } = await startRun();
  process.kill(pid, "SIGHUP");
  expect(await ended).toEqual([128 + constants.signals.SIGHUP, null]);
  await expectNothingLeft(processes);
});

test("so does Ctrl-C to its whole group", async () => {
  const { pid, ended, processes } = await startRun();
  process.kill(-pid, "SIGINT");
  expect(await ended).toEqual([128 + constants.signals.SIGINT, null]);
  await expectNothingLeft(processes);
});

test("so does the death of its launcher", async () => {
  const { pid, ended, processes } = await startRun();
  process.kill(pid, "SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  await expectNothingLeft(processes);
});
