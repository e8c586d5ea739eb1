import type { BrowserContext, Page } from "playwright-core";

/** What the browser noted while a page appeared. Times are milliseconds since the page was asked for. */
export interface Paint {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  /** The layout shifts that no person caused, added up. */
  layoutShift: number;
  /** What moved, largest first. */
  shifts: string[];
}

/** Observes every page that the context opens from now on. */
export async function observePaint(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const noted = { largestContentfulPaint: 0, shifts: [] as { value: number; what: string }[] };
    Object.assign(globalThis, { notedPaint: noted });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) {
        noted.largestContentfulPaint = startTime;
      }
    }).observe({ type: "largest-contentful-paint", buffered: true });
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (!hadRecentInput) {
          const nodes = sources.map(({ node }) =>
            node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.textContent?.slice(0, 60) ?? ""),
          );
          noted.shifts.push({ value, what: nodes.join(" | ") });
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Reads what was noted since the page was opened. */
export const readPaint = (page: Page): Promise<Paint> =>
  page.evaluate(() => {
    const { notedPaint } = globalThis as unknown as {
      notedPaint: { largestContentfulPaint: number; shifts: { value: number; what: string }[] };
    };
    const { largestContentfulPaint, shifts } = notedPaint;
    return {
      firstContentfulPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      largestContentfulPaint,
      layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
      shifts: shifts
        .toSorted((one, other) => other.value - one.value)
        .map(({ value, what }) => `${value.toFixed(4)} ${what}`),
    };
  });
