import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: true });
const inModules = (...path) => join(projectRoot, "node_modules", ...path);
const inScripts = (name) => join(projectRoot, "scripts", name);

/** One checker instead of four: each would check again what files share, for twice the CPU time. */
const checkTypes = (project) => [inModules("typescript", "bin", "tsc"), "-p", project, "--checkers", "1"];

/** Run side by side: most use one core. Each list runs in its order. */
const lists = [
  [
    ["types", checkTypes(".")],
    ["types of the console", checkTypes("packages/console")],
  ],
  [
    [
      "lint and format",
      [
        inModules("@biomejs", "biome", "bin", "biome"),
        "ci",
        `--colors=${process.stdout.isTTY ? "force" : "off"}`,
      ],
    ],
    ["build of the console", [inScripts("build-console.mjs")]],
    ["size of the console", [inScripts("check-console-size.mjs")]],
    ["generated files", [inScripts("generate.ts"), "--check"]],
    ["imports", [inScripts("check-imports.ts")]],
    ["decisions", [inScripts("check-decisions.ts")]],
    ["spelling", [inScripts("check-spelling.ts")]],
    ["lock file", [inScripts("check-lock-file.ts")]],
  ],
];
if (existsSync(join(projectRoot, "docs", "openapi.json"))) {
  lists[1].push([
    "OpenAPI document",
    [inModules("@redocly", "cli", "bin", "cli.js"), "lint", "docs/openapi.json", "--extends=recommended"],
  ]);
}

const env = {
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};
const failed = (await Promise.all(lists.map(runList))).flat();
console.log(failed.length === 0 ? "All checks passed." : `Failed: ${failed.join(", ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Returns the titles of those that failed. */
async function runList(checks) {
  const titles = [];
  for (const [title, args] of checks) {
    if (!(await passes(title, args))) {
      titles.push(title);
    }
  }
  return titles;
}

/** Prints what a check says when it has ended, so that two checks do not mix their lines. */
async function passes(title, args) {
  const child = spawn(node, args, { cwd: projectRoot, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => output.push(chunk));
  }
  const [code] = await once(child, "close");
  process.stdout.write(`== ${title}\n${Buffer.concat(output)}`);
  return code === 0;
}
