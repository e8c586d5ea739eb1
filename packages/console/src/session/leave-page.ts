/**
 * Leaves the page. Never settles, because the page is about to go. A step back to another page of the console would keep it: then it is
 * left again.
 *
 * @param leave begins to load another page
 */
export function leavePage(leave: () => void): Promise<never> {
  leave();
  window.addEventListener("popstate", leave);
  return new Promise(() => {});
}
