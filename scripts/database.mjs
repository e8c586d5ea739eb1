import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { nodeEnvironment } from "./node-options.mjs";
import { projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: false });
const program = join(projectRoot, "packages", "server", "src", "database.ts");
const envFile = join(projectRoot, ".env");
// The same settings file as `npm start`.
const options = existsSync(envFile) ? [`--env-file=${envFile}`] : [];
const { status } = spawnSync(node, [...options, program, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...nodeEnvironment, ...process.env },
});
process.exitCode = status ?? 1;
