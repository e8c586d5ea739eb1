import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";
import { type FocusEvent, useCallback, useState } from "react";

/**
 * Keeps the row with the focus in a list of which only a part is drawn, and the rows beside it. They are drawn in the moment that the focus
 * comes: the keyboard leads on though the list has not scrolled yet, and a focus that scrolls away is not lost.
 *
 * @param columns how many entries a row of a list has; each has `aria-posinset`. A row of a table has `aria-rowindex`, of
 * which 1 is the table's head
 */
export function useFocusedRow(columns = 1) {
  const [focused, setFocused] = useState<number | null>(null);
  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      const rows = new Set(defaultRangeExtractor(range));
      if (focused !== null) {
        for (const row of [focused - 1, focused, focused + 1]) {
          if (row >= 0 && row < range.count) {
            rows.add(row);
          }
        }
      }
      return [...rows].sort((one, other) => one - other);
    },
    [focused],
  );
  return {
    rangeExtractor,
    listEvents: {
      onFocus({ target }: FocusEvent) {
        setFocused(findRow(target, columns));
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget as Node | null)) {
          setFocused(null);
        }
      },
    },
  };
}

/** The first row is 0. */
function findRow(target: Element, columns: number): number | null {
  const entry = target.closest("[aria-posinset], [role=row]");
  if (entry === null) {
    return null;
  }
  return entry.ariaRowIndex === null
    ? Math.floor((Number(entry.ariaPosInSet) - 1) / columns)
    : Number(entry.ariaRowIndex) - 2;
}
