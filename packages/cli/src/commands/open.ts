import { UsageError } from "../errors.ts";
import { openBrowser } from "../open-browser.ts";
import type { Session } from "../session.ts";

/** Pages that also show one record: `applications/github`. */
const pagesOfRecords = ["applications", "tools", "toolsets", "history"];
const otherPages = ["connections", "approvals", "import", "members", "keys", "oauth-clients", "settings"];
export const consolePages = [...pagesOfRecords, ...otherPages];

/**
 * Prints the address of a page of the console and opens it in a browser.
 *
 * @throws UsageError when the console has no such page
 */
export async function openConsole(
  { isInteractive, output, target }: Session,
  page: string | undefined,
  { browser }: { browser: boolean },
): Promise<void> {
  const path = (page ?? "").replace(/^\/|\/$/g, "");
  if (!isPage(path)) {
    throw new UsageError(
      `The console has no page ${page}. Pages: ${consolePages.join(", ")}, or one record, such as applications/github.`,
    );
  }
  const url = `${target.url}/console/${path}`;
  output.printDone(url, { url });
  if (browser && isInteractive) {
    await openBrowser(url);
  }
}

function isPage(path: string): boolean {
  const [name = "", record, ...more] = path.split(/[?#]/, 1)[0]?.split("/") ?? [];
  if (record === undefined) {
    return name === "" || consolePages.includes(name);
  }
  return pagesOfRecords.includes(name) && record !== "" && more.length === 0;
}
