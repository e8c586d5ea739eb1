import { source } from "axe-core";
import type { CDPSession, Page } from "playwright-core";

interface Violation {
  id: string;
  impact: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const allRules = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
/** The rules above that depend on colors. */
const colorRules = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** A page's session keeps the world in which axe runs, so that axe is read once for each document. */
const sessions = new WeakMap<Page, CDPSession>();

/**
 * Checks what a page shows now against all rules of WCAG 2.2, A and AA. axe runs in a world of its own, which the page's content
 * security policy does not hold for, so that the policy stays on.
 *
 * @param within a selector of the only elements to check. Default: the whole page
 * @returns one text for each serious or critical problem
 */
export async function findAccessibilityProblems(
  page: Page,
  part: "all" | "colors" = "all",
  within?: string,
): Promise<string[]> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: "axe",
  });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) {
      throw new Error(`axe failed: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    }
    return result.value;
  };
  if ((await evaluate("typeof axe")) === "undefined") {
    await evaluate(`${source}; undefined`);
  }
  const options = { runOnly: part === "all" ? allRules : colorRules, resultTypes: ["violations"] };
  const found = await evaluate(
    `axe.run(${within === undefined ? "document" : JSON.stringify(within)}, ${JSON.stringify(options)}).then((r) => r.violations)`,
  );
  return (found as Violation[])
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(describeViolation);
}

const describeViolation = ({ id, help, nodes }: Violation): string =>
  `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(" ")}: ${failureSummary}`).join("\n")}`;
