import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { launchChromium, type RealBrowser, stepTimeoutMs } from "./chromium.ts";

/** Opens profiles for the tests of a file, all in one Chromium: its start takes a second of CPU time. */
export function useChromium(): (options: { javaScriptEnabled: boolean }) => Promise<RealBrowser> {
  let launched: Promise<Browser> | undefined;
  afterAll(async () => (await launched)?.close());
  return async (options) => {
    launched ??= launchChromium();
    const context = await (await launched).newContext(options);
    context.setDefaultTimeout(stepTimeoutMs);
    return { context, [Symbol.asyncDispose]: () => context.close() };
  };
}
