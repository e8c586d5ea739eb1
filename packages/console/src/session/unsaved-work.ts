/** The page on which somebody has entered something last. */
let editedPage: string | null = null;

/** Notes on which page something is entered, from now on. A search is not worth keeping. */
export function watchWork(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof Element && target.closest("[data-filter]"))) {
      editedPage = window.location.pathname;
    }
  });
}

/** Whether the page may hold what a person has entered and not saved. */
export const hasUnsavedWork = (): boolean => editedPage === window.location.pathname;
