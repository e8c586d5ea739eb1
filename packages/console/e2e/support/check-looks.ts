import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findAccessibilityProblems } from "./find-accessibility-problems.ts";

const widths = [1280, 375];
const colorSchemes = ["light", "dark"] as const;

/**
 * Checks what a page shows now, light and dark, on a wide screen and on a phone: axe finds nothing serious, and nothing sticks out to the
 * right. The two schemes differ in colors only. With the environment variable `CONSOLE_SCREENSHOTS` set to a folder, pictures are written there as `<name>-<scheme>-<width>.png`.
 * Leaves the page wide and light.
 */
export async function checkLooks(page: Page, name: string): Promise<void> {
  const height = page.viewportSize()?.height ?? 800;
  for (const width of widths) {
    for (const colorScheme of colorSchemes) {
      const look = `${name}-${colorScheme}-${width}`;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settle(page);
      await takeScreenshot(page, look);
      const part = colorScheme === "light" ? "all" : "colors";
      expect(await findAccessibilityProblems(page, part), look).toEqual([]);
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(tooWide, `${look}: pixels that stick out to the right`).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: widths[0] ?? 0, height });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
}

/** Writes a picture of the whole page into the folder `CONSOLE_SCREENSHOTS`; without the variable, does nothing. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.CONSOLE_SCREENSHOTS;
  if (folder) {
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }
}

/** Waits until what moves has come to rest: axe measures colors as they are at that moment. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const twoFrames = () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    await twoFrames();
    const moving = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map((one) => one.finished));
    await twoFrames();
  });
