import type { Page } from "playwright-core";
import { onTestFailed, TestRunner } from "vitest";

/** Of the page's text. */
const mostCharacters = 500;

interface TellingPage {
  /** Keeps what the page shows now. For a page that ends before its test. */
  read(): Promise<void>;
}

/**
 * Adds to the error of the current test, when it fails, what the page showed at its end: a step that waited in vain does not say why.
 * Outside a test it does nothing.
 */
export function tellWhenFailed(page: Page): TellingPage {
  let seen: string | null = null;
  if (TestRunner.getCurrentTest() !== undefined) {
    onTestFailed(async ({ task }) => {
      const error = task.result?.errors?.[0];
      if (error !== undefined) {
        const [first = "", ...rest] = error.message.split("\n");
        error.message = [`${first} (${seen ?? (await describe(page))})`, ...rest].join("\n");
      }
    });
  }
  return {
    read: async () => {
      seen = await describe(page);
    },
  };
}

async function describe(page: Page): Promise<string> {
  // A page that is closed or has crashed shows nothing.
  const text = await page.evaluate(() => document.body.innerText).catch(() => "nothing");
  return `${page.url()} showed: ${text.replace(/\s+/g, " ").slice(-mostCharacters)}`;
}
