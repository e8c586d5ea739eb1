import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { needsChromium } from "@bowline/acceptance/chromium.ts";

const projectRoot = join(import.meta.dirname, "..", "..", "..", "..");

/** Builds the console once for all tests, unless it is built from these very sources. */
export function setup(): void {
  if (needsChromium()) {
    execFileSync(process.execPath, [join(projectRoot, "scripts", "build-console.mjs")], { stdio: "inherit" });
  }
}
