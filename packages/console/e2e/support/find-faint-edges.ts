import type { Page } from "playwright-core";

/**
 * Lists the fields in sight whose edge has a contrast of less than 3 to what is around it (WCAG 2.2, 1.4.11), as the browser computes
 * the colors. The edge of a switch is that of its track.
 */
export const findFaintEdges = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const readColor = (color: string) => color.match(/[\d.]+/g)?.map(Number) ?? [];
    const isClear = (color: string) => readColor(color)[3] === 0;
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = readColor(color).map((part) => {
        const value = part / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const readGround = (element: Element | null): string => {
      if (element === null) {
        return "rgb(255, 255, 255)";
      }
      const color = getComputedStyle(element).backgroundColor;
      return isClear(color) ? readGround(element.parentElement) : color;
    };
    const fields =
      ".mantine-Input-input, .mantine-Checkbox-input, .mantine-Radio-radio, .mantine-Switch-track";
    return [...document.querySelectorAll(fields)]
      .filter(
        (field) => field.checkVisibility() && !field.matches(":disabled, :disabled + *, [data-disabled]"),
      )
      .flatMap((field) => {
        const { borderTopColor, borderTopStyle, backgroundColor } = getComputedStyle(field);
        const edge = borderTopStyle === "none" ? backgroundColor : borderTopColor;
        const [dark = 0, light = 0] = [edge, readGround(field.parentElement)]
          .map(luminance)
          .sort((one, other) => one - other);
        const contrast = (light + 0.05) / (dark + 0.05);
        return contrast >= 3 ? [] : [`${field.className}: ${edge}, ${contrast.toFixed(2)}`];
      });
  });
