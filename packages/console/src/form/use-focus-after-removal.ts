import { type RefObject, useEffect, useRef } from "react";

/**
 * Gives the focus to the button that adds an entry when the entry that had it was removed.
 *
 * @param count how many entries there are
 */
export function useFocusAfterRemoval(count: number): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) {
      button.current?.focus();
    }
    before.current = count;
  }, [count]);
  return button;
}
