import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Returns how many pixels are above an element in its document, for a virtual list that scrolls with the window. It is measured again
 * when the page around it changes its size, and not while it scrolls: each measurement makes the browser lay out the page.
 */
export function useScrollMargin(element: RefObject<HTMLElement | null>): number {
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) {
      return;
    }
    const measure = () => setScrollMargin(Math.round(current.getBoundingClientRect().top + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    // What is above may change its height at any time, and then the page around it does, too.
    for (let around = current.parentElement; around !== null; around = around.parentElement) {
      observer.observe(around);
      for (let above = around.firstElementChild; above !== null; above = above.nextElementSibling) {
        if (above.contains(current)) {
          break;
        }
        observer.observe(above);
      }
    }
    return () => observer.disconnect();
  }, [element]);
  return scrollMargin;
}
