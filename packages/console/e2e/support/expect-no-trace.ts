import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Expects that a secret is neither in the page nor in what the browser keeps for it: inputs, address, history, storage. */
export async function expectNoTrace(page: Page, secret: string): Promise<void> {
  const found = await page.evaluate(() =>
    JSON.stringify([
      document.documentElement.outerHTML,
      [...document.querySelectorAll("input, textarea")].map((input) => (input as HTMLInputElement).value),
      location.href,
      history.state,
      { ...localStorage },
      { ...sessionStorage },
    ]),
  );
  expect(found.includes(secret), "the secret is in the page").toBe(false);
}
