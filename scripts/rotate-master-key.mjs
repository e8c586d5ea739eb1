import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: false });
const program = join(projectRoot, "scripts", "rotate-master-key.ts");
// The same settings as `npm start` reads.
const args = [`--env-file-if-exists=${join(projectRoot, ".env")}`, program];
const { status } = spawnSync(node, args, { stdio: "inherit" });
process.exitCode = status ?? 1;
