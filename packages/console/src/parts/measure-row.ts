import { measureElement, type Virtualizer } from "@tanstack/react-virtual";

/**
 * Measures a row of a virtual list. In a tab that is not shown a row has no height: a list of such rows would have none either, and stay empty
 * when its tab is shown again. So the row keeps the height that is estimated.
 */
export const measureRow = <Scroller extends Element | Window>(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Scroller, Element>,
): number =>
  measureElement(row, entry, virtualizer) ||
  virtualizer.options.estimateSize(virtualizer.indexFromElement(row));
