import type { ReactNode } from "react";

/** What a color of the chart means stands beside it. It stays in high contrast, too. */
export function Swatch({ color }: { color: string }): ReactNode {
  return (
    <span
      aria-hidden
      style={{
        width: 10,
        height: 10,
        borderRadius: 3,
        background: color,
        flexShrink: 0,
        forcedColorAdjust: "none",
      }}
    />
  );
}
