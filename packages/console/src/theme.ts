import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

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
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: "650",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.25" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.35" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  components: {
    Badge: { defaultProps: { variant: "light", radius: "sm", tt: "none", fw: 550 } },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: true } },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: "lg",
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { "aria-label": "Close" },
      },
    },
    Paper: { defaultProps: { withBorder: true, radius: "lg" } },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: "right" } },
  },
});

/** Text colours that have a contrast of at least 4.5 on both grounds (WCAG 2.2 AA). */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    "--mantine-color-text": gray[9],
    "--mantine-color-dimmed": gray[7],
    "--mantine-color-error": colors.red[9],
    "--mantine-color-anchor": sea[8],
    // Text on the light grounds of badges and alerts.
    "--mantine-color-teal-light-color": "#05664a",
    "--mantine-color-green-light-color": "#1f6a2e",
    "--mantine-color-yellow-light-color": "#7a4300",
    "--mantine-color-orange-light-color": "#9a3206",
    "--mantine-color-red-light-color": "#a31d1d",
    "--mantine-color-placeholder": gray[6],
    "--mantine-color-default-border": gray[3],
    "--ground": gray[0],
    "--surface": "#ffffff",
    "--line": gray[2],
    "--accent": sea[8],
    "--accent-ground": sea[0],
  },
  dark: {
    "--mantine-color-text": dark[0],
    "--mantine-color-dimmed": dark[1],
    "--mantine-color-error": colors.red[4],
    "--mantine-color-anchor": sea[3],
    "--mantine-color-placeholder": dark[2],
    "--mantine-color-default-border": dark[4],
    "--mantine-color-body": dark[7],
    "--ground": dark[7],
    "--surface": dark[6],
    "--line": dark[5],
    "--accent": sea[3],
    "--accent-ground": "#15303f",
    "--mantine-color-gray-light": "#26343f",
    "--mantine-color-gray-light-color": dark[0],
  },
});
