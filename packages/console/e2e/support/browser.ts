import { launchChromium } from "@bowline/acceptance/chromium.ts";
import type { Browser } from "playwright-core";

let browser: Promise<Browser> | undefined;

/** The browser of this test file. Each console has a context of its own in it. */
export function findBrowser(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

export async function closeBrowser(): Promise<void> {
  const opened = browser;
  browser = undefined;
  await (await opened)?.close();
}
