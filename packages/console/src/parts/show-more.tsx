import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { describeError } from "./problem.tsx";

interface ShowMoreProps {
  /** How many entries the list before this element shows. */
  count: number;
  /** Where new entries begin in it. Default: at its end. */
  newPlace?: number;
  /** False: there is no button. */
  hasMore: boolean;
  isLoading: boolean;
  isDisabled?: boolean;
  /** Why no more could be read, which the button tries again. Default null: it did not fail. */
  error?: unknown;
  show(): void;
  /** Words before the button. */
  children?: ReactNode;
}

/**
 * Reads more of the list right before it. Then the focus goes to the first new entry: the button, which had it, is far below by then, or gone.
 * When nothing came, the button has it again.
 */
export function ShowMore(props: ShowMoreProps): ReactNode {
  const { count, newPlace, hasMore, isLoading, isDisabled = false, error = null, show, children } = props;
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
      {error !== null && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)" w="100%" ta="center">
          {describeError(error)}
        </Text>
      )}
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
    ?.querySelector(
      `[aria-rowindex="${place + 2}"], :scope > :is(li, [role="listitem"]):nth-child(${place + 1})`,
    )
    ?.querySelector<HTMLElement>("a, button") ?? null;
