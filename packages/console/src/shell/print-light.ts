const attribute = "data-mantine-color-scheme";

/** Paper is white: what is shown dark is printed with the light colors. */
export function printLight(): void {
  const root = document.documentElement;
  let shown: string | null = null;
  window.addEventListener("beforeprint", () => {
    shown = root.getAttribute(attribute);
    root.setAttribute(attribute, "light");
  });
  window.addEventListener("afterprint", () => {
    if (shown !== null) {
      root.setAttribute(attribute, shown);
    }
  });
}
