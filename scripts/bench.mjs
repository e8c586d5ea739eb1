import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot, setUp } from "./set-up.mjs";

const node = setUp({ needsDevelopmentParts: true });
const bench = spawn(node, [join(projectRoot, "bench", "bench.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
});
// The terminal sends it to both; the benchmark ends what it started, and then this one ends.
process.on("SIGINT", () => {});
bench.on("exit", (code) => process.exit(code ?? 1));
