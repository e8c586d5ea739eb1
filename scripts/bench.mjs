import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: true });
const bench = spawn(node, [join(projectRoot, "bench", "bench.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => bench.kill(signal));
}
bench.on("exit", (code) => process.exit(code ?? 1));
