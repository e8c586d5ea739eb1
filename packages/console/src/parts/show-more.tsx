import { Button, Group } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

interface ShowMoreProps {
  /** How many entries the list before this element shows. */
  count: number;
  /** Where new entries begin in it. Default: at its end. */
  newPlace?: number;
  /** False: there is no button. */
  hasMore: boolean;
  isLoading: boolean;
  isDisabled?: boolean;
  show(): void;
  /** Words before the button. */
  children?: ReactNode;
}

/**
 * Reads more of the list right before it. Then the focus goes to the first new entry: the button, which had it, is far below by then, or gone.
 * When nothing came, the button has it again.
 */
export function ShowMore(props: ShowMoreProps): ReactNode {
  const { count, newPlace, hasMore, isLoading, isDisabled = false, show, children } = props;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    if (isLoading) {
      countBefore.current ??= count;
      return;
    }
    const before = countBefore.current;
    countBefore.current = null;
    if (before !== null && [document.body, button.current].includes(document.activeElement as HTMLElement)) {
      const place = newPlace ?? before;
      const entry = count > before ? findControl(root.current?.previousElementSibling, place) : null;
      (entry ?? button.current)?.focus();
    }
  }, [isLoading, count, newPlace]);
  return (
    <Group ref={root} justify={children === undefined ? "center" : "space-between"}>
      {children}
      {hasMore && (
        <Button ref={button} variant="default" loading={isLoading} disabled={isDisabled} onClick={show}>
          Show more
        </Button>
      )}
    </Group>
  );
}

/** The first control of a list's entry, or of a table's row. */
const findControl = (list: Element | null | undefined, place: number): HTMLElement | null =>
  list
    ?.querySelector(`[aria-rowindex="${place + 2}"], :scope > li:nth-child(${place + 1})`)
    ?.querySelector<HTMLElement>("a, button") ?? null;
