import { useEffect, useState } from "react";

/**
 * Gives the focus back to what had it before, when a dialog closes or leaves the page. A menu's item is gone by then: its button gets
 * it.
 *
 * @param isOpen false while the dialog waits to be opened
 */
export function useFocusReturn(isOpen = true): void {
  const [wasOpen, setWasOpen] = useState(false);
  const [before, setBefore] = useState<Element | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // Now, because the menu closes with this very rendering.
    setBefore(findMenuButton(document.activeElement) ?? document.activeElement);
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
        if (
          before instanceof HTMLElement &&
          before.isConnected &&
          (now === document.body || now === atClose)
        ) {
          before.focus();
        }
      });
    };
  }, [isOpen, before]);
}

const findMenuButton = (item: Element | null): HTMLElement | null =>
  document.getElementById(item?.closest("[role=menu]")?.getAttribute("aria-labelledby") ?? "");
