import { cleanText } from "./clean-text.ts";
import { cutText } from "./table.ts";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const delayMs = 500;

/**
 * Waits for some work, and shows on the terminal that it is running when it takes longer than half a second.
 *
 * @param isShown false: shows nothing
 * @param work gets a function that replaces the text
 */
export async function withSpinner<Result>(
  isShown: boolean,
  text: string,
  work: (show: (text: string) => void) => PromiseLike<Result> | Result,
): Promise<Result> {
  let shown = text;
  const show = (next: string) => {
    shown = next;
  };
  if (!isShown) {
    return await work(show);
  }
  let turn = 0;
  let ticking: NodeJS.Timeout | undefined;
  const start = setTimeout(() => {
    ticking = setInterval(() => {
      // A text of two lines could not be replaced.
      const line = cutText(cleanText(shown), (process.stderr.columns || 80) - 3);
      process.stderr.write(`\r\u001b[K${frames[turn++ % frames.length]} ${line}`);
    }, 80);
  }, delayMs);
  const clear = () => {
    if (turn > 0) {
      process.stderr.write("\r\u001b[K");
    }
  };
  // Ctrl+C ends the process before the work does.
  process.once("exit", clear);
  try {
    return await work(show);
  } finally {
    clearTimeout(start);
    clearInterval(ticking);
    process.off("exit", clear);
    clear();
  }
}
