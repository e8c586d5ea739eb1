import { CanceledError, UsageError } from "./errors.ts";
import { cleanText } from "./output/clean-text.ts";
import type { Session } from "./session.ts";

/**
 * Has the person confirm what cannot be undone.
 *
 * @param isConfirmed the command's `--yes`
 * @throws UsageError when nobody can be asked, CanceledError when the person refuses
 */
export async function confirmOrStop(
  { isInteractive }: Session,
  question: string,
  isConfirmed: boolean | undefined,
): Promise<void> {
  if (isConfirmed === true) {
    return;
  }
  if (!isInteractive) {
    throw new UsageError(`${question} Add --yes to confirm.`);
  }
  const { confirm } = await import("@clack/prompts");
  const decision = await confirm({
    message: cleanText(question),
    initialValue: false,
    output: process.stderr,
  });
  if (decision !== true) {
    throw new CanceledError("Nothing was changed.");
  }
}
