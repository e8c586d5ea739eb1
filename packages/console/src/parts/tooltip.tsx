import type { Tooltip as MantineTooltip, TooltipProps } from "@mantine/core";
import { cloneElement, type PointerEvent, type ReactElement, type ReactNode, useState } from "react";

interface Props extends TooltipProps {
  /** What is explained. It is an element, or a component that takes an element's properties. */
  children: ReactElement<{ onPointerEnter?(event: PointerEvent): void }>;
}

/**
 * Mantine's tooltip. It is put around its element when the pointer first comes there: a page begins with less work, and without
 * what only tooltips need. The element is then a new one, so one that has the focus stays without a tooltip.
 */
export function Tooltip(props: Props): ReactNode {
  const [Loaded, setLoaded] = useState<typeof MantineTooltip | null>(null);
  if (Loaded !== null) {
    return <Loaded {...props} />;
  }
  return cloneElement(props.children, {
    onPointerEnter: async ({ currentTarget }) => {
      const loaded = await import("./mantine-tooltip.ts").catch(() => null);
      if (loaded !== null && !currentTarget.contains(document.activeElement)) {
        setLoaded(() => loaded.Tooltip);
      }
    },
  });
}
