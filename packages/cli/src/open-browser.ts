/**
 * Opens an address in the person's browser. That there is none is no failure: the address is printed too. An address of another kind, which
 * a server might send, could start a program, so it is not opened.
 */
export async function openBrowser(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return;
  }
  const { default: open } = await import("open");
  try {
    const child = await open(url.href);
    child.on("error", () => undefined);
    child.unref();
  } catch {
    // See above.
  }
}
