import { type RefObject, useLayoutEffect } from "react";
import { findEntryBeside } from "./find-entry-beside.ts";
import { findControl, takeLostFocus } from "./take-lost-focus.ts";

/**
 * When the component leaves the page with the focus, the entry of a list beside it gets it, or else the first control in `place`, or else
 * the content of the page.
 *
 * @param place what stays. Default: none
 */
export function useLeftFocus(place?: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      // Now, because an entry has no neighbors any more once it is gone.
      const focused = document.activeElement;
      const beside = findEntryBeside(focused);
      const dialog = focused?.closest("[aria-modal=true]");
      if (focused !== document.body) {
        setTimeout(() => {
          // A dialog that is gone, too, has given the focus back itself.
          if (dialog == null || dialog.isConnected) {
            takeLostFocus(findControl(beside), findControl(place?.current ?? dialog));
          }
        });
      }
    },
    [place],
  );
}
