import { createElement, type ReactNode } from "react";
import type { IconName } from "./icon-names.ts";
import { icons } from "./icons.generated.ts";

/** Draws an icon in the text's color. It is decoration: whatever it says must also be said in words. Default size 18 pixels. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {icons[name].map(([tag, attributes], index) =>
        createElement(tag, { key: `${name}-${index}`, ...attributes }),
      )}
    </svg>
  );
}
