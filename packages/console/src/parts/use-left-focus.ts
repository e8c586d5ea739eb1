import { type RefObject, useEffect } from "react";
import { takeLostFocus } from "./take-lost-focus.ts";

/** When the component leaves the page with the focus, the first control in `place` gets it, which must stay. */
export function useLeftFocus(place: RefObject<HTMLElement | null>): void {
  useEffect(
    () => () => takeLostFocus(place.current?.querySelector<HTMLElement>("a, button, input") ?? null),
    [place],
  );
}
