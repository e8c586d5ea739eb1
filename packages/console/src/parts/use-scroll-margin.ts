import { type RefObject, useLayoutEffect, useState } from "react";

/** Returns how many pixels are above an element in its document, for a virtual list that scrolls with the window. */
export function useScrollMargin(element: RefObject<HTMLElement | null>): number {
  const [scrollMargin, setScrollMargin] = useState(0);
  // What is above may change its height at any time.
  useLayoutEffect(() => {
    const top = element.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  });
  return scrollMargin;
}
