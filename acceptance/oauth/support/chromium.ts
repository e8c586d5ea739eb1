import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { findProgram } from "../../support/on-path.ts";

/** Programs of which any will do. */
export const chromiumPrograms = ["chromium", "chromium-browser", "google-chrome"];

/** A real browser with a profile of its own. */
export interface RealBrowser {
  context: BrowserContext;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Whether the tests in a browser must run: where one is, and in CI everywhere. */
export function needsChromium(): boolean {
  return findProgram(chromiumPrograms) !== null || Boolean(process.env.CI);
}

/** Starts it headless. It asks nobody in the network but the pages it is shown. */
export async function startChromium(options: { javaScriptEnabled: boolean }): Promise<RealBrowser> {
  const executablePath = findProgram(chromiumPrograms);
  if (executablePath === null) {
    throw new Error(`None of ${chromiumPrograms.join(", ")} is installed.`);
  }
  const profile = await mkdtemp(join(tmpdir(), "bowline-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    javaScriptEnabled: options.javaScriptEnabled,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
    ],
  });
  return {
    context,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
