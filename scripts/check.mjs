import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: true });
const inModules = (...path) => join(projectRoot, "node_modules", ...path);
const inScripts = (name) => join(projectRoot, "scripts", name);

const checks = [
  ["types", [inModules("typescript", "bin", "tsc"), "-p", "."]],
  ["types of the console", [inModules("typescript", "bin", "tsc"), "-p", "packages/console"]],
  [
    "lint and format",
    [
      inModules("@biomejs", "biome", "bin", "biome"),
      "ci",
      `--colors=${process.stdout.isTTY ? "force" : "off"}`,
    ],
  ],
  ["generated files", [inScripts("generate.ts"), "--check"]],
  ["imports", [inScripts("check-imports.ts")]],
  ["decisions", [inScripts("check-decisions.ts")]],
  ["lock file", [inScripts("check-lock-file.ts")]],
  ["build of the console", [inScripts("build-console.mjs")]],
  ["size of the console", [inScripts("check-console-size.mjs")]],
];
if (existsSync(join(projectRoot, "docs", "openapi.json"))) {
  checks.push([
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
const failed = checks.filter(([title, args]) => {
  console.log(`== ${title}`);
  return spawnSync(node, args, { cwd: projectRoot, stdio: "inherit", env }).status !== 0;
});
console.log(
  failed.length === 0 ? "All checks passed." : `Failed: ${failed.map(([title]) => title).join(", ")}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
