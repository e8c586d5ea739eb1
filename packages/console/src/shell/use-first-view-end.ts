import { useLayoutEffect } from "react";

/**
 * Hides the static frame of `index.html` when React has drawn its own, and removes it two frames later: a browser that is busy may not have
 * noted its first paint yet, and forgets what is gone by then.
 */
export function useFirstViewEnd(): void {
  useLayoutEffect(() => {
    const view = document.querySelector(".first-view");
    view?.setAttribute("data-ended", "");
    requestAnimationFrame(() => requestAnimationFrame(() => view?.remove()));
  }, []);
}
