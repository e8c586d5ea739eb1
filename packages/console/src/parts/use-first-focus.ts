import { type RefObject, useEffect } from "react";

/**
 * Puts the focus on the element marked with `data-autofocus` when a step of a dialog appears. Mantine does it when the dialog opens, and
 * without this the focus is lost at the next step.
 *
 * @param shown what the step shows; with another one the focus is put anew. Default: always the same
 */
export function useFirstFocus(step: RefObject<HTMLElement | null>, shown: unknown = null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: What is shown changes the marked element.
  useEffect(() => {
    step.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, [step, shown]);
}
