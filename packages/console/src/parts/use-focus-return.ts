import { useEffect, useState } from "react";
import { findEntryBeside } from "./find-entry-beside.ts";
import { findLastButton, findMenuButton, focusFirst } from "./take-lost-focus.ts";

/**
 * Gives the focus back to what had it before, when a dialog closes or leaves the page. A menu's item is gone by then: its button gets
 * it. When the dialog has deleted an entry of a list, the next entry gets it, or else the content of the page.
 *
 * @param isOpen false while the dialog waits to be opened
 */
export function useFocusReturn(isOpen = true): void {
  const [wasOpen, setWasOpen] = useState(false);
  const [before, setBefore] = useState<Element | null>(null);
  const [nextEntry, setNextEntry] = useState<Element | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // Now, because the menu closes with this very rendering.
    const focused = findMenuButton(document.activeElement) ?? document.activeElement;
    setBefore(focused);
    setNextEntry(findEntryBeside(focused));
  }
  useEffect(() => {
    if (!isOpen) {
      return;
    }
    return () => {
      const atClose = document.activeElement;
      // Not before the dialog is gone, because it holds the focus.
      setTimeout(() => {
        const now = document.activeElement;
        if (now === document.body || now === atClose) {
          focusFirst(before instanceof HTMLElement ? before : null, findLastButton(nextEntry));
        }
      });
    };
  }, [isOpen, before, nextEntry]);
}
