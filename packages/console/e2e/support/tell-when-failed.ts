import type { Page } from "playwright-core";
import { onTestFailed } from "vitest";

/** Of the page's text. */
const mostCharacters = 500;

/** Adds to the error of a failed test what the page showed at its end: a step that waited in vain does not say why. */
export function tellWhenFailed(): { read(page: Page): Promise<void> } {
  let seen = "";
  onTestFailed(({ task }) => {
    const error = task.result?.errors?.[0];
    if (error !== undefined && seen !== "") {
      const [first = "", ...rest] = error.message.split("\n");
      error.message = [`${first} (${seen})`, ...rest].join("\n");
    }
  });
  return {
    read: async (page) => {
      // A page that is closed or has crashed shows nothing.
      const text = await page.evaluate(() => document.body.innerText).catch(() => "");
      seen = `${page.url()} showed: ${text.replace(/\s+/g, " ").slice(-mostCharacters)}`;
    },
  };
}
