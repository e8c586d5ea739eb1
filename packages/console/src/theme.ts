import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** The blue of Bowline's own pages. Shade 8 carries white text in both schemes. */
const sea: MantineColorsTuple = [
  "#e9f3f9",
  "#d3e6f1",
  "#a9d1e8",
  "#73c4ee",
  "#4aa5d2",
  "#2a8abb",
  "#17759f",
  "#0f6899",
  "#0b5d8a",
  "#084a6e",
];

/** Grays with a little of the same blue. */
const gray: MantineColorsTuple = [
  "#f6f8fa",
  "#eef2f5",
  "#e2e8ed",
  "#d5dee5",
  "#bccad4",
  "#8497a5",
  "#647887",
  "#4d5f6c",
  "#2f3f4b",
  "#13222d",
];

const dark: MantineColorsTuple = [
  "#e9f0f5",
  "#a9bac6",
  "#8fa2b0",
  "#5d7283",
  "#33434f",
  "#243440",
  "#18242d",
  "#10181f",
  "#0c1319",
  "#070c10",
];

export const theme = createTheme({
  primaryColor: "sea",
  primaryShade: { light: 8, dark: 8 },
  colors: { sea, gray, dark },
  autoContrast: false,
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: "650",
    sizes: {
      h2: { fontSize: "1.0625rem", lineHeight: "1.35" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  components: {
    Badge: { defaultProps: { variant: "light", radius: "sm", tt: "none", fw: 550 } },
    // `parts/tooltip.tsx` says when it is there.
    Tooltip: {
      defaultProps: { withArrow: true, events: { hover: false, focus: false, touch: false } },
    },
    // An element that takes the focus first may not stand in a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: "lg",
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { "aria-label": "Close" },
      },
    },
    Notification: { defaultProps: { withBorder: true, closeButtonProps: { "aria-label": "Close" } } },
    Paper: { defaultProps: { withBorder: true, radius: "lg" } },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: "right" } },
  },
});
