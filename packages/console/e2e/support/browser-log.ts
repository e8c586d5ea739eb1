import type { ConsoleMessage, Page } from "playwright-core";
import { expect } from "vitest";

/** What a page has written to the browser's console: errors, warnings, reports of the content security policy, uncaught errors. */
export class BrowserLog {
  readonly #lines: string[] = [];
  /** From now on, the page belongs to another test. */
  readonly stop: () => void;

  constructor(page: Page) {
    const noteMessage = (message: ConsoleMessage) => {
      if (["error", "warning", "assert"].includes(message.type())) {
        this.#lines.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      }
    };
    const noteError = (error: Error) => this.#lines.push(`uncaught: ${error.stack ?? error.message}`);
    page.on("console", noteMessage);
    page.on("pageerror", noteError);
    this.stop = () => {
      page.off("console", noteMessage);
      page.off("pageerror", noteError);
    };
  }

  /** @param except lines that a test provokes, such as the browser's own line for a response of status 404 */
  expectNone(except: readonly RegExp[] = []): void {
    expect(
      this.#lines.filter((line) => !except.some((pattern) => pattern.test(line))),
      "the browser's log",
    ).toEqual([]);
  }
}
