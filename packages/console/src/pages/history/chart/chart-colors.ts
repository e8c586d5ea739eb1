/** A color in the light and in the dark scheme. Each has a contrast of at least 3 to the ground (WCAG 2.2, 1.4.11). */
export interface SchemeColor {
  light: string;
  dark: string;
}

export const successColor: SchemeColor = { light: "#1c8f6f", dark: "#3fbf97" };
export const failureColor: SchemeColor = { light: "#d63a3a", dark: "#ff7b7b" };
export const lineColor: SchemeColor = { light: "#2f3f4b", dark: "#e9f0f5" };
export const restColor: SchemeColor = { light: "#768895", dark: "#8fa2b0" };

/** For groups, the largest first. Neighbors differ in hue and in lightness. */
export const groupColors: readonly SchemeColor[] = [
  failureColor,
  { light: "#b8720a", dark: "#f2b14a" },
  { light: "#6a4fc9", dark: "#a893ff" },
  { light: "#0f7fb8", dark: "#58b8ec" },
  { light: "#b03a86", dark: "#ee86c6" },
  { light: "#6f7a12", dark: "#c3cf55" },
  { light: "#7c4a2d", dark: "#d79a73" },
  { light: "#0d8a91", dark: "#4fcbd2" },
  { light: "#8b1d3f", dark: "#ff9eb5" },
  { light: "#3d55b8", dark: "#8fa5ff" },
  { light: "#4b7d1f", dark: "#93cc5f" },
  { light: "#8a5fa8", dark: "#d0a3ee" },
];

/** A color for a style sheet, which follows the scheme by itself. */
export const writeColor = ({ light, dark }: SchemeColor): string => `light-dark(${light}, ${dark})`;
