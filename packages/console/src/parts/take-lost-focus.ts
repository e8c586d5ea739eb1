/** The first control in a part of the page. */
export const findControl = (place: Element | null | undefined): HTMLElement | null =>
  place?.querySelector<HTMLElement>("a, button, input") ?? null;

/** The last button in an entry of a list: that of its menu, or the one that deletes it. */
export const findLastButton = (entry: Element | null): HTMLElement | undefined =>
  [...(entry?.querySelectorAll("button") ?? [])].at(-1);

/** The button of the open menu that an element is in. */
export const findMenuButton = (item: Element | null): HTMLElement | null =>
  document.getElementById(item?.closest("[role=menu]")?.getAttribute("aria-labelledby") ?? "");

/** Gives the focus to the first of some elements that is still on the page, or else to the content of the page. */
export function focusFirst(...elements: (HTMLElement | null | undefined)[]): void {
  const element = elements.find((one) => one?.isConnected);
  (element ?? document.getElementById("content"))?.focus({ preventScroll: element === undefined });
}

/** Does that when what had the focus is gone from the page. */
export function takeLostFocus(...elements: (HTMLElement | null | undefined)[]): void {
  if (document.activeElement === document.body) {
    focusFirst(...elements);
  }
}
