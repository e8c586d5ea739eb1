/** Opens an address in the person's browser. That there is none is no failure: the address is printed too. */
export async function openBrowser(url: string): Promise<void> {
  const { default: open } = await import("open");
  try {
    const child = await open(url);
    child.on("error", () => undefined);
    child.unref();
  } catch {
    // See above.
  }
}
