// Runs on the machine's own Node (20 or newer) at each start, so it uses no TypeScript and no dependencies.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { computeStamp } from "./build-stamp.mjs";
import { projectRoot } from "./set-up.mjs";

/** What the built console is made from. */
const sources = [
  "packages/console/build/first-view.js",
  "packages/console/build/prepare-first-view.ts",
  "packages/console/index.html",
  "packages/console/package.json",
  "packages/console/vite.config.ts",
  "packages/console/src",
  "packages/contract/package.json",
  "packages/contract/src/choose-indent.ts",
  "packages/contract/src/drop-api-hints.ts",
  "packages/contract/src/hidden-characters.ts",
  "packages/contract/src/inexact-number.ts",
  "packages/contract/src/resources/secret-name.ts",
  "packages/sdk/package.json",
  "packages/sdk/src",
  "scripts/build-console.mjs",
];

/** The folder of the built console, as the server's setting has it. */
export const findConsoleFolder = (env) =>
  resolve(env.BOWLINE_CONSOLE_DIR?.trim() || join(projectRoot, "packages", "console", "dist"));

/** Whether the folder holds the console of these sources. */
export function isConsoleBuilt(folder) {
  const file = join(folder, ".stamp");
  return existsSync(file) && readFileSync(file, "utf8") === computeConsoleStamp();
}

/** Identifies what the built console depends on. */
export const computeConsoleStamp = () => computeStamp(sources, ["packages/console"]);
