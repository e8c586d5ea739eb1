import { useEffect } from "react";

/** The address of the page that was shown last. */
let shownPath: string | null = null;

/**
 * Puts the focus on the content when a link has led to another page, where the page itself has not taken it. Screen readers then say the page's
 * title, and the next control is one of the page. The first page that is opened leaves the focus at the top.
 */
export function useArrivalFocus(): void {
  useEffect(() => {
    const { pathname } = window.location;
    const isArrival = shownPath !== null && pathname !== shownPath;
    shownPath = pathname;
    const content = document.getElementById("content");
    if (isArrival && !content?.contains(document.activeElement)) {
      content?.focus({ preventScroll: true });
    }
  }, []);
}
