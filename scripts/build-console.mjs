// Builds the console into the folder that the server serves it from, unless it is there already. `npm start` runs it with
// `--background` beside the server.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import { computeConsoleStamp, findConsoleFolder, isConsoleBuilt } from "./console-stamp.mjs";
import { isProcessAlive } from "./is-process-alive.mjs";
import { canRun, projectRoot, setUp } from "./set-up.mjs";

const isInBackground = process.argv.includes("--background");
const folder = findConsoleFolder(process.env);
// `packages/server/src/pages/console/find-build-state.ts` reads `lock` and `failed` there.
const workFolder = `${folder}-build`;
const lock = join(workFolder, "lock");
const failed = join(workFolder, "failed");
const output = join(workFolder, `output-${process.pid}`);
const pollMs = 200;
/** How long a build in the background waits for another one. */
const patienceMs = 300_000;
const lowPriority = 10;
const listedModules = 10;

/** Writes the largest modules of each file, which `scripts/check-console-size.mjs` names. */
const noteModules = {
  name: "note-modules",
  generateBundle(_options, bundle) {
    const files = Object.values(bundle)
      .filter(({ type }) => type === "chunk")
      .map(({ fileName, modules }) => [
        fileName,
        Object.entries(modules)
          .map(([id, { renderedLength }]) => ({ module: relative(projectRoot, id), bytes: renderedLength }))
          .sort((one, other) => other.bytes - one.bytes)
          .slice(0, listedModules),
      ]);
    const source = JSON.stringify(Object.fromEntries(files));
    this.emitFile({ type: "asset", fileName: ".vite/modules.json", source });
  },
};

if (process.env.BOWLINE_CONSOLE?.trim() !== "off") {
  if (canRun()) {
    await main();
  } else {
    const node = setUp({ needsDevelopmentParts: false });
    process.exitCode = spawnSync(node, process.argv.slice(1), { stdio: "inherit" }).status ?? 1;
  }
}

async function main() {
  if (isInBackground) {
    // The server that starts beside it goes first.
    setPriority(lowPriority);
    if (isConsoleBuilt(folder)) {
      return;
    }
  }
  try {
    makeFolder(workFolder);
  } catch (error) {
    console.error(
      `The console cannot be built in ${folder}: ${error.message}. Set BOWLINE_CONSOLE_DIR to a folder that can be made.`,
    );
    process.exitCode = 1;
    return;
  }
  // Another process builds. Should it be killed, this one goes on.
  const patience = performance.now() + patienceMs;
  while (!takeLock()) {
    if (isInBackground && performance.now() > patience) {
      return;
    }
    await sleep(pollMs);
  }
  try {
    if (!isConsoleBuilt(folder)) {
      await buildConsole();
    }
    rmSync(failed, { force: true });
  } catch (error) {
    const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
    writeFileSync(failed, message.replaceAll(projectRoot, "."));
    console.error(`The console could not be built.\n${message}`);
    process.exitCode = 1;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Node's own `recursive` never ends below a folder that takes no new names, such as `/proc`. */
function makeFolder(path) {
  if (existsSync(path)) {
    return;
  }
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (error.code !== "EEXIST") {
      throw error;
    }
  }
}

/** Takes the lock, also from a build that was killed. Returns whether this process builds. */
function takeLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") {
      throw error;
    }
  }
  const holder = readHolder();
  if (holder !== null && !isProcessAlive(holder)) {
    // Renamed first: of two that find it at once, one has it.
    const own = `${lock}-${process.pid}`;
    try {
      renameSync(lock, own);
      rmSync(own);
    } catch {
      // The other one was faster.
    }
    return takeLock();
  }
  return false;
}

/** Null: it was given back meanwhile, or is being written. */
function readHolder() {
  try {
    return Number(readFileSync(lock, "utf8")) || null;
  } catch {
    return null;
  }
}

async function buildConsole() {
  removeLeftOvers();
  const stamp = computeConsoleStamp();
  // Vitest says "test", which would put React's development version into the console.
  process.env.NODE_ENV = "production";
  const { build } = await import("vite");
  await build({
    configFile: join(projectRoot, "packages", "console", "vite.config.ts"),
    // Nothing is written into the program's folder.
    configLoader: "native",
    logLevel: isInBackground ? "silent" : "warn",
    build: { outDir: output, emptyOutDir: true },
    plugins: [noteModules],
  });
  compressAssets();
  writeFileSync(join(output, ".stamp"), stamp);
  const former = join(workFolder, `former-${process.pid}`);
  try {
    renameSync(folder, former);
  } catch (error) {
    if (error.code !== "ENOENT") {
      throw error;
    }
  }
  renameSync(output, folder);
  rmSync(former, { recursive: true, force: true });
}

/** What a build that was killed has left. */
function removeLeftOvers() {
  for (const name of readdirSync(workFolder)) {
    if (/^(?:output|former)-/.test(name)) {
      rmSync(join(workFolder, name), { recursive: true, force: true });
    }
  }
}

function compressAssets() {
  const assets = join(output, "assets");
  for (const name of readdirSync(assets)) {
    const content = readFileSync(join(assets, name));
    writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
    const params = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, { params }));
  }
}
