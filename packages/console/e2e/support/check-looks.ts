import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { findAccessibilityProblems } from "./find-accessibility-problems.ts";
import { findFaintEdges } from "./find-faint-edges.ts";

/** Each differs from the one before in one thing only: with each change the browser draws the page anew. */
const allLooks = [
  { colorScheme: "light", width: 1280, part: "all" },
  { colorScheme: "dark", width: 1280, part: "colors" },
  { colorScheme: "dark", width: 375, part: "colors" },
  { colorScheme: "light", width: 375, part: "all" },
] as const;
/** Both schemes and both widths in half the time. They miss colors of what is shown at the other width only. */
const mostDifferent = [
  { colorScheme: "light", width: 1280, part: "all" },
  { colorScheme: "dark", width: 375, part: "all" },
] as const;

/** What `checkLooks` checks. */
export interface LooksOptions {
  /** A selector of the only elements that axe looks at. Default: the whole page. */
  within?: string;
  /** Each scheme at each width, as for whole pages. Default: light and wide, then dark and narrow, unless pictures are taken. */
  areAll?: boolean;
}

/**
 * Checks what a page shows now, light and dark, on a wide screen and on a phone: axe finds nothing serious, the edges of fields
 * are clear, nothing sticks out to the right, of the page or of a dialog, and no button's words are cut. With the
 * environment variable `CONSOLE_SCREENSHOTS` set to a folder, pictures are written there as `<name>-<scheme>-<width>.png`. Leaves the
 * page wide and light.
 */
export async function checkLooks(
  page: Page,
  name: string,
  { within, areAll = Boolean(process.env.CONSOLE_SCREENSHOTS) }: LooksOptions = {},
): Promise<void> {
  const height = page.viewportSize()?.height ?? 800;
  const isStill = await page.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  for (const { colorScheme, width, part } of areAll ? allLooks : mostDifferent) {
    const look = `${name}-${colorScheme}-${width}`;
    if (page.viewportSize()?.width !== width) {
      await page.setViewportSize({ width, height });
    }
    await setColorScheme(page, colorScheme, "reduce");
    await settle(page);
    await takeScreenshot(page, look);
    expect(await findAccessibilityProblems(page, part, within), look).toEqual([]);
    expect(await findFaintEdges(page), `${look}: fields with a faint edge`).toEqual([]);
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide, `${look}: pixels that stick out to the right`).toBeLessThanOrEqual(0);
    expect(await listTextsOutside(page), `${look}: texts that stick out of their dialog`).toEqual([]);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll(".mantine-Button-label")]
        .filter((label) => label.scrollWidth > label.clientWidth + 1)
        .map((label) => label.textContent),
    );
    expect(cut, `${look}: buttons whose words are cut`).toEqual([]);
  }
  await page.setViewportSize({ width: allLooks[0].width, height });
  await setColorScheme(page, "light", isStill ? "reduce" : null);
}

async function setColorScheme(
  page: Page,
  colorScheme: "light" | "dark",
  reducedMotion: "reduce" | null,
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion });
  // The console hears of it later. Frames do not tell when: a test may have taken over the time.
  const hasHeard = `html[data-mantine-color-scheme="${colorScheme}"], html:not([data-mantine-color-scheme])`;
  await page.locator(hasHeard).waitFor({ state: "attached" });
}

/** Lists the texts that stick out of their dialog. */
export const listTextsOutside = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("[role=dialog]")].flatMap((dialog) => {
      const { right } = dialog.getBoundingClientRect();
      const range = document.createRange();
      return [...dialog.querySelectorAll("*")]
        .filter((one) => one.children.length === 0 && one.checkVisibility() && one.textContent !== "")
        .filter((one) => {
          range.selectNodeContents(one);
          return range.getBoundingClientRect().right > right;
        })
        .map((one) => one.textContent);
    }),
  );

/** Writes a picture of the whole page into the folder `CONSOLE_SCREENSHOTS`; without the variable, does nothing. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.CONSOLE_SCREENSHOTS;
  if (folder) {
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }
}

/**
 * Waits until what moves has come to rest: axe measures colors as they are at that moment. A dialog or menu that was just added begins to
 * move only frames later, so it is waited for until it is opaque.
 */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const twoFrames = () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const isOpaque = (one: Element | null): boolean =>
      one === null || (getComputedStyle(one).opacity === "1" && isOpaque(one.parentElement));
    const areOpaque = () =>
      [...document.querySelectorAll("[role=dialog], [role=menu]")]
        .filter((one) => one.checkVisibility())
        .every(isOpaque);
    do {
      await twoFrames();
      const moving = document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity);
      await Promise.allSettled(moving.map((one) => one.finished));
      await twoFrames();
    } while (!areOpaque());
  });
