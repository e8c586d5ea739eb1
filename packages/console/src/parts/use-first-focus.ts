import { type RefObject, useEffect } from "react";

/**
 * Puts the focus on the element marked with `data-autofocus` when a step of a dialog appears. Mantine does it when the dialog opens, and
 * without this the focus is lost at the next step.
 */
export function useFirstFocus(step: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    step.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [step]);
}
