import type { Locator } from "playwright-core";

/** Selects a whole table and copies it. Returns the cells of each line of what was copied. */
export const copyTable = (table: Locator): Promise<string[][] | undefined> =>
  table.evaluate((element) => {
    window.getSelection()?.selectAllChildren(element);
    const event = new ClipboardEvent("copy", { bubbles: true, clipboardData: new DataTransfer() });
    element.dispatchEvent(event);
    return event.clipboardData
      ?.getData("text/plain")
      .split("\n")
      .map((line) => line.split("\t"));
  });
