// Runs on the machine's own Node (20 or newer) at each start, so it uses no TypeScript and no dependencies.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { computeStamp } from "./build-stamp.mjs";
import { projectRoot } from "./set-up.mjs";

const packages = ["packages/contract", "packages/catalog", "packages/server"];

/** What the built server is made from. */
const sources = [
  ...packages.flatMap((path) => [`${path}/package.json`, `${path}/src`]),
  "scripts/build-server.mjs",
  "scripts/undici-parts.mjs",
  // It names the version of the bundler.
  "package.json",
  "tsconfig.json",
];

/** The folder of the built server. */
export const serverFolder = join(projectRoot, "packages", "server", "dist");

/** Returns the name of the built server's program. It changes with its sources. */
export const nameProgram = () => `main-${computeStamp(sources, packages).slice(0, 16)}.js`;

/**
 * Returns the program to start the server with: the built server, which is built first when it is missing or older than its
 * sources. When the project's folder may not be written to, the server runs from its sources, which takes 35 MB more.
 *
 * @param {string} node path of the Node that builds
 * @returns {string}
 */
export function findServerProgram(node) {
  const program = join(serverFolder, nameProgram());
  if (!existsSync(program)) {
    spawnSync(node, [join(projectRoot, "scripts", "build-server.mjs")], { stdio: ["ignore", 2, 2] });
  }
  return existsSync(program) ? program : join(projectRoot, "packages", "server", "src", "main.ts");
}
