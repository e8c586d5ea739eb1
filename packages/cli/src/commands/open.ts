import { openBrowser } from "../open-browser.ts";
import type { Session } from "../session.ts";

/** Prints the address of a page of the console and opens it in a browser. */
export async function openConsole(
  { isInteractive, output, target }: Session,
  page: string | undefined,
  { browser }: { browser: boolean },
): Promise<void> {
  const url = `${target.url}/console/${page ?? ""}`;
  output.printDone(url, { url });
  if (browser && isInteractive) {
    await openBrowser(url);
  }
}
