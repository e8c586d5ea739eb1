import { launchChromium } from "@bowline/acceptance/chromium.ts";
import { test } from "vitest";

/** The browser of a worker. It is closed when the worker ends, so all its test files share it, in contexts of their own. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which other fixtures are needed.
export const testInBrowser = test.extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
  const browser = await launchChromium();
  onCleanup(() => browser.close());
  return browser;
});
