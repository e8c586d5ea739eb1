import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { waitForPaint } from "./measure-work.ts";

/** The size of the pictures in the README. */
const size = { width: 1280, height: 800 };

/**
 * Writes a picture, light and dark, into the folder `CONSOLE_PICTURES` as `<name>-<scheme>.png`; without the variable, does nothing.
 * `npm run pictures` sets it.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.CONSOLE_PICTURES;
  if (!folder) {
    return;
  }
  await mkdir(folder, { recursive: true });
  await page.setViewportSize(size);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForLoadState("networkidle");
    // Colors change in transitions, which begin a frame later.
    await waitForPaint(page);
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: "light" });
}
