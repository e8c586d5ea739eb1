import type { TooltipProps } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";

const LoadedTooltip = lazy(async () => ({ default: (await import("./mantine-tooltip.ts")).Tooltip }));

/** Mantine's tooltip. It comes after the first paint: what it explains is there before. */
export function Tooltip(props: TooltipProps): ReactNode {
  return (
    <Suspense fallback={props.children}>
      <LoadedTooltip {...props} />
    </Suspense>
  );
}
