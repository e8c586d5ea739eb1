import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from "playwright-core";
import { findProgram } from "../../support/on-path.ts";
import { type BrowserProgram, findNpmChromium } from "./npm-chromium.ts";

/** Any one of these programs of the system is enough. The first has the same engine without windows: it takes a third less CPU time. */
const systemPrograms = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** For every step in a page. Far more than is needed: a loaded machine is no failure. */
export const stepTimeoutMs = 120_000;
/** For the start of the program. */
const launchTimeoutMs = 180_000;

/** A real browser with its own profile. */
export interface RealBrowser {
  context: BrowserContext;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Whether the browser tests must run: when a browser is installed, and always in CI. */
export function needsChromium(): boolean {
  return findChromium() !== null || Boolean(process.env.CI);
}

/** Starts Chromium headless with a profile. It reaches only loopback addresses. */
export async function startChromium(options: { javaScriptEnabled: boolean }): Promise<RealBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "bowline-chromium-"));
  const context = await chromium.launchPersistentContext(profile, { ...describeLaunch(), ...options });
  context.setDefaultTimeout(stepTimeoutMs);
  return {
    context,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Starts Chromium headless without a profile, for several contexts. It reaches only loopback addresses. */
export const launchChromium = (): Promise<Browser> => chromium.launch(describeLaunch());

/** Undefined until it was looked for. */
let found: BrowserProgram | null | undefined;

/** Finds npm's, else the system's. Null when none is installed. */
function findChromium(): BrowserProgram | null {
  if (found === undefined) {
    found = findNpmChromium() ?? findSystemChromium();
  }
  return found;
}

function findSystemChromium(): BrowserProgram | null {
  const executablePath = findProgram(systemPrograms);
  return executablePath === null ? null : { executablePath, env: {} };
}

/** @throws Error when none is installed */
function describeLaunch(): LaunchOptions {
  const program = findChromium();
  if (program === null) {
    throw new Error(
      `npm brought no Chromium that runs here, and none of ${systemPrograms.join(", ")} is installed.`,
    );
  }
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-software-rasterizer",
    // Tests leave a page too soon for its optimized code to pay: compiling it took an eighth of the CPU time.
    "--js-flags=--no-opt --no-maglev",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
  ];
  const env = { ...process.env, ...program.env };
  return { executablePath: program.executablePath, env, headless: true, args, timeout: launchTimeoutMs };
}
