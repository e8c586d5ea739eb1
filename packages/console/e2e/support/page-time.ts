import type { Page, Request } from "playwright-core";
import { expect } from "vitest";

const minuteMs = 60_000;

/**
 * Takes over the time of a page, so that a test can say "within 5 seconds" on a slow machine. Load the page again afterward.
 *
 * @returns a function that stops the page's time when no call to the API is under way
 */
export async function takeTime(page: Page): Promise<() => Promise<void>> {
  // Requests that were under way before end unnoticed.
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    if (request.url().includes("/v1/")) {
      underWay.add(request);
    }
  });
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  await page.clock.install();
  return async () => {
    await page.clock.pauseAt(Date.now() + minuteMs);
    await expect.poll(() => underWay.size).toBe(0);
  };
}
