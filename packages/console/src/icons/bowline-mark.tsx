import type { ReactNode } from "react";

/** The loop of a bowline knot. The upper strand is drawn twice, first as a gap in the ground's color. */
export function BowlineMark({ size = 24 }: { size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      stroke="var(--accent)"
      strokeWidth={4.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M16 3c1 11 22 16 22 30a14 12.5 0 0 1-28 0" />
      <path d="M10 33C10 19 31 14 32 3" stroke="var(--surface)" strokeWidth={9.5} strokeLinecap="butt" />
      <path d="M10 33C10 19 31 14 32 3" />
    </svg>
  );
}
