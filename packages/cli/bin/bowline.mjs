#!/usr/bin/env node
// Runs on the machine's own Node (20 or newer), so it uses no TypeScript and no dependencies.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const installed = new URL("../../../node_modules/.package-lock.json", import.meta.url);

if (Number.parseInt(process.versions.node, 10) >= 24 && existsSync(installed)) {
  const { enableCompileCache } = await import("node:module");
  enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/bowline", import.meta.url)));
  const { main } = await import("../src/main.ts");
  await main(process.argv.slice(2));
} else {
  const { compileCache, fail, setUp } = await import("../../../scripts/set-up.mjs");
  const node = setUp({ needsDevelopmentParts: false });
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env };
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
    env,
  });
  // The terminal sends its signals to both. The child decides how it ends.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => signal !== "SIGINT" && child.kill(signal));
  }
  child.on("error", (error) => fail(`${program} could not be started: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
