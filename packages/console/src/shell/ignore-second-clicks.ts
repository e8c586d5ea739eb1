/** What lies under a dialog, and closes it when it is clicked. */
const overlays = ".mantine-Modal-overlay, .mantine-Spotlight-overlay";

/** Drops the second click of a double click on what the first one has put there: it would close a dialog that it has opened. */
export function ignoreSecondClicks(): void {
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail > 1 && event.target instanceof Element && event.target.closest(overlays) !== null) {
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}
