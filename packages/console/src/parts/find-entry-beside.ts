/** Finds the entry of a list beside the one that an element is in: the next, or else the one before. */
export function findEntryBeside(element: Element | null | undefined): Element | null {
  const entry = element?.closest("li, [role=row]");
  return entry?.nextElementSibling ?? entry?.previousElementSibling ?? null;
}
