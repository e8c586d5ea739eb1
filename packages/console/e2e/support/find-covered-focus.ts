import type { Page } from "playwright-core";

/** Describes what has the focus when a person does not see it: it is outside of the window, or something lies over it. Null: it is seen. */
export const findCoveredFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) {
      return null;
    }
    // A switch or a choice has an input without a size, and its label is what is seen.
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined;
    const { width } = focused.getBoundingClientRect();
    const seen = width === 0 && label ? label : focused;
    const box = seen.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const isSeen = box.width > 1 && top !== null && (seen.contains(top) || top.contains(seen));
    return isSeen ? null : `${focused.outerHTML.slice(0, 200)} is under ${top?.outerHTML.slice(0, 200)}`;
  });
