const storageKey = "bowline-reloaded-at";
const minuteMs = 60_000;

/**
 * Reloads the page when a part of it can no longer be loaded: after an update the server has only the new parts. It does so once a
 * minute at most, so that a broken server is not asked in circles.
 */
export function reloadForMissingParts(): void {
  window.addEventListener("vite:preloadError", () => {
    const last = Number(window.sessionStorage.getItem(storageKey));
    if (Date.now() - last > minuteMs) {
      window.sessionStorage.setItem(storageKey, String(Date.now()));
      window.location.reload();
    }
  });
}
