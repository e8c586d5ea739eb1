// Takes the README's pictures of the console anew, into docs/pictures.
import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: true });
const vitest = join(projectRoot, "node_modules", "vitest", "vitest.mjs");
const env = {
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  CI: "true",
  CONSOLE_PICTURES: join(projectRoot, "docs", "pictures"),
};
const args = [vitest, "run", "packages/console/e2e/tests/journey"];
process.exitCode = spawnSync(node, args, { cwd: projectRoot, stdio: "inherit", env }).status ?? 1;
