import { useEffect, useState } from "react";

/** Gives the focus back to what had it before, when a dialog leaves the page. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Not before the dialog is gone, because it holds the focus.
      setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body) {
          before.focus();
        }
      });
    },
    [before],
  );
}
