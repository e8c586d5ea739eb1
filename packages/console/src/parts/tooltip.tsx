import type { Tooltip as MantineTooltip, TooltipProps } from "@mantine/core";
import { cloneElement, type ReactElement, type ReactNode, type SyntheticEvent, useState } from "react";

interface Props extends TooltipProps {
  /** What is explained. It is an element, or a component that takes an element's properties. */
  children: ReactElement<Record<`on${"MouseEnter" | "MouseLeave" | "Focus" | "Blur"}`, EventListener>>;
}

type EventListener = (event: SyntheticEvent<HTMLElement>) => void;

/** So that none appears where the pointer only passes. */
const delayMs = 300;

const isLookedAt = (element: HTMLElement): boolean => element.matches(":hover, :focus-visible");

/**
 * Mantine's tooltip. It is loaded when the pointer or the keyboard's focus first comes to an element: a page begins with less work, and
 * without what only tooltips need. It stands beside its element, which stays the same, so that no press is lost.
 */
export function Tooltip({ children, ...props }: Props): ReactNode {
  const [shown, setShown] = useState<{ Loaded: typeof MantineTooltip; target: HTMLElement } | null>(null);
  const show: EventListener = async ({ currentTarget: target }) => {
    const [loaded] = await Promise.all([
      import("./mantine-tooltip.ts").catch(() => null),
      new Promise((resolve) => setTimeout(resolve, delayMs)),
    ]);
    if (loaded !== null && isLookedAt(target)) {
      setShown({ Loaded: loaded.Tooltip, target });
    }
  };
  const hide: EventListener = ({ currentTarget }) => {
    if (!isLookedAt(currentTarget)) {
      setShown(null);
    }
  };
  return (
    <>
      {cloneElement(children, { onMouseEnter: show, onMouseLeave: hide, onFocus: show, onBlur: hide })}
      {shown !== null && <shown.Loaded {...props} target={shown.target} defaultOpened />}
    </>
  );
}
