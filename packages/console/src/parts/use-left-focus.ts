import { type RefObject, useLayoutEffect } from "react";
import { findEntryBeside } from "./find-entry-beside.ts";
import { findControl, findLastButton, findMenuButton, takeLostFocus } from "./take-lost-focus.ts";

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

/** When the component leaves the page with its open menu, the entry of a list beside the menu's button gets the focus, or else the content of the page. */
export function useLeftMenuFocus(): void {
  useLayoutEffect(
    () => () => {
      const button = findMenuButton(document.activeElement);
      const beside = findEntryBeside(button);
      if (button !== null) {
        setTimeout(() => takeLostFocus(findLastButton(beside)));
      }
    },
    [],
  );
}
