import { expect, test } from "vitest";
import { groupColors, lineColor, restColor, successColor } from "./chart-colors.ts";

const grounds = { light: "#ffffff", dark: "#18242d" };

test("all colors of the chart have a contrast of 3 to their ground", () => {
  for (const color of [...groupColors, successColor, lineColor, restColor]) {
    for (const scheme of ["light", "dark"] as const) {
      expect(contrast(color[scheme], grounds[scheme]), `${scheme} ${color[scheme]}`).toBeGreaterThanOrEqual(
        3,
      );
    }
  }
});

/** WCAG 2.2's contrast of two colors. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
