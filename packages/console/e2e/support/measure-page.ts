import type { Page, Request } from "playwright-core";
import { observePaint, readPaint } from "./observe-paint.ts";

/** What opening a page by its address cost. */
export interface PageCost {
  /** The different requests to the API. What is asked again and again while the page is open counts once. */
  calls: string[];
  layoutShift: number;
  /** What moved, largest first. */
  shifts: string[];
}

/** The badge of the navigation asks this every 5 seconds. Its first value comes with the access token, so only a slow machine sees it. */
const badge = "GET /v1/approvals?status=waiting&offset=2000000000&top=1";

/** Returns a function that opens an address in the page, waits until a text is there and nothing is under way, and tells the cost. */
export async function observeCost(page: Page): Promise<(path: string, text: RegExp) => Promise<PageCost>> {
  await observePaint(page.context());
  const calls = new Set<string>();
  const underWay = new Set<Request>();
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/v1/")) {
      const call = `${request.method()} ${pathname}${search}`;
      if (call !== badge) {
        calls.add(call);
      }
      underWay.add(request);
    }
  });
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return async (path, text) => {
    // The same address with another filter would not be loaded anew.
    await page.goto("about:blank");
    underWay.clear();
    calls.clear();
    await page.goto(path);
    await page.getByText(text).first().waitFor();
    do {
      await rest(page);
    } while (underWay.size > 0);
    const { layoutShift, shifts } = await readPaint(page);
    return { calls: [...calls], layoutShift, shifts };
  };
}

/** Waits for what the last response draws and asks for. */
const rest = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => resolve()), 100)),
      ),
  );
