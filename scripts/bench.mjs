import { join } from "node:path";
import { becomeProgram } from "./become-program.mjs";
import { projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: true });
becomeProgram(node, [join(projectRoot, "bench", "bench.ts"), ...process.argv.slice(2)], process.env);
